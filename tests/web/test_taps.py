"""What people tap beside the score: games, names, boxes, results to keep, who is missing."""

from pathlib import Path
from typing import Any

import pytest
from pictures import without_a_kingdom
from PIL import Image
from serving import Page
from tapping import Open, put, shoot, total, until

from kscan.pipeline import scan


def opened(page: Page, phone: Open, path: str, **more: Any) -> Any:
    """Open one of the judge's pages."""
    tab = phone(page.url, **more)
    tab.goto(page.url.partition("?")[0] + path)
    return tab


def fill(tab: Any, squares: tuple[tuple[str, str], ...]) -> None:
    """Type squares into the grid that is shown: terrain, then crowns."""
    for cell, square in squares:
        tab.locator(f".typed [data-cell={cell}]").tap()
        for tapped in (square[0], square):
            tab.locator(f".sheet .tile[data-square={tapped}]").last.tap()
        tab.wait_for_selector(".cover", state="detached")


def test_nobody_is_called_after_a_file(page: Page, samples: Path, phone: Open) -> None:
    tab = phone(page.url)
    shoot(tab, samples / "table_of_four.jpg")
    until(lambda: tab.locator("#game .ranking li").count() == 4)
    names = tab.locator("#game .ranking li span").all_inner_texts()
    assert {"pink", "yellow"} < set(names)
    assert {name.split()[0] for name in names} == {"pink", "yellow", "kingdom"}
    tab.goto(page.url.partition("?")[0] + "standings")
    until(lambda: tab.locator("th[scope=row]").count() == 4)
    assert "photo" not in tab.locator("main").inner_text()


def test_a_photo_in_the_wrong_game_gets_its_own(page: Page, samples: Path, phone: Open) -> None:
    tab = phone(page.url)
    shoot(tab, samples / "gaps.jpg")
    assert tab.locator("[data-act=own-game]").count() == 0
    shoot(tab, samples / "village.jpg")
    tab.locator("[data-act=own-game]").first.tap()
    until(lambda: tab.locator("#game article").count() == 1)
    until(lambda: tab.locator("#history summary").count() == 1)
    assert total(tab) == "22"
    rounds = {one["round"] for one in page.ask("GET", "/api/photos").json["photos"]}
    assert len(rounds) == 2


def test_the_result_is_copied_as_text(page: Page, samples: Path, phone: Open) -> None:
    tab = phone(page.url, permissions=["clipboard-read", "clipboard-write"])
    shoot(tab, samples / "gaps.jpg")
    shoot(tab, samples / "village.jpg")
    tab.locator("#game .ranking li").nth(1).wait_for()
    photos = page.ask("GET", "/api/photos").json["photos"]
    totals = [kingdom["total"] for one in photos for kingdom in one["photo"]["kingdoms"]]
    tab.get_by_role("button", name="Copy the result").tap()
    tab.wait_for_selector("#toast >> text=Copied.")
    lines = tab.evaluate("navigator.clipboard.readText()").split("\n")
    assert lines[0] == tab.locator("#game h2").inner_text()
    ranked = zip(("blue", "yellow"), sorted(totals, reverse=True), strict=True)
    assert lines[1:] == [f"{place}. {name}: {each}" for place, (name, each) in enumerate(ranked, 1)]


def test_the_drawn_picture_is_saved(page: Page, samples: Path, phone: Open) -> None:
    tab = phone(page.url)
    shoot(tab, samples / "gaps.jpg")
    with tab.expect_download() as download:
        tab.get_by_role("link", name="Save the picture").tap()
    picture = Image.open(download.value.path())
    assert (picture.format, dict(picture.getexif())) == ("JPEG", {})
    assert min(picture.size) > 500


def test_a_kingdom_that_was_not_found_is_typed_in(page: Page, phone: Open, tmp_path: Path) -> None:
    photo = tmp_path / "dark.jpg"
    photo.write_bytes(without_a_kingdom())
    tab = phone(page.url)
    shoot(tab, photo)
    tab.locator("summary >> text=Type the kingdom in").tap()
    fill(tab, (("r2c3", "W1"), ("r2c4", "W0"), ("r1c2", "M3")))
    tab.get_by_role("button", name="Score it").tap()
    until(lambda: tab.locator(".kingdom .total").all_inner_texts() == ["5"])
    tab.get_by_role("button", name="Undo").first.tap()
    tab.wait_for_selector("summary >> text=Type the kingdom in")


@pytest.mark.parametrize("held", ["upright", "sideways"])
def test_corners_are_dragged_where_no_kingdom_was_found(
    page: Page, samples: Path, phone: Open, tmp_path: Path, held: str
) -> None:
    """A photo from so low that the kingdom is four times as wide as high."""
    village = Image.open(samples / "village.jpg")
    (seen,) = scan(village).to_dict()["kingdoms"]
    low = tmp_path / "low.png"
    village.resize((village.width, village.height // 4)).save(low)
    sizes = {"upright": {"width": 390, "height": 844}, "sideways": {"width": 844, "height": 390}}
    tab = phone(page.url, viewport=sizes[held])
    shoot(tab, low)
    handles = tab.locator("circle.handle").all()
    for handle, (x, y) in zip(handles, seen["corners"], strict=True):
        drag(tab, handle, x, y / 4)
    tab.get_by_role("button", name="Read here").tap()
    until(lambda: tab.locator(".kingdom .total").all_inner_texts() == ["22"])


def drag(tab: Any, handle: Any, x: float, y: float) -> None:
    """Drag a handle to a point of the photo."""
    tab.evaluate("document.querySelector('svg.corners').scrollIntoView({block: 'center'})")
    before = handle.bounding_box()
    there = tab.evaluate(
        "([x, y]) => { const image = document.querySelector('svg.corners image');"
        " const { x: left, y: top } = new DOMPoint(x, y).matrixTransform(image.getScreenCTM());"
        " return [left, top]; }",
        [x, y],
    )
    tab.mouse.move(before["x"] + before["width"] / 2, before["y"] + before["height"] / 2)
    tab.mouse.down()
    tab.mouse.move(*there, steps=4)
    tab.mouse.up()


def test_who_is_missing_is_said_and_who_left_is_not(page: Page, phone: Open) -> None:
    for player in ("Anna", "Ben", "Cleo", "Dan"):
        page.ask("POST", f"/api/entries?round=1&table=1&player={player}", {"total": 40})
    page.ask("POST", "/api/entries?round=2&table=1&player=ANNA", {"total": 50})
    for player, result in (("Cleo", "left"), ("Dan", "bye")):
        page.ask("POST", "/api/absences", {"player": player, "round": "2", "result": result})
    tab = opened(page, phone, "review")
    tab.locator("#missing p").wait_for()
    assert tab.locator("#missing p").inner_text() == "Round 2. Nothing came in yet from: Ben"


def test_a_total_that_was_typed_in_gets_another_name(page: Page, phone: Open) -> None:
    key = page.ask("POST", "/api/entries?round=1&table=1&player=Lea", {"total": 40}).json["id"]
    tab = opened(page, phone, f"photo/{key}")
    tab.locator("summary >> text=More").tap()
    tab.fill(".desk [name=player]", "Leo")
    tab.locator(".desk [name=player]").press("Enter")
    until(lambda: tab.locator(".kingdom .who").inner_text() == "Leo")
    board = page.settled(lambda found: [one["player"] for one in found["games"]] == ["Leo"])
    assert [(one["player"], one["total"]) for one in board["games"]] == [("Leo", 40)]


def test_a_box_is_chosen_and_its_squares_are_offered(
    page: Page, samples: Path, phone: Open
) -> None:
    page.upload(samples / "village.jpg", round="1", table="1", player="Anna")
    tab = opened(page, phone, "settings")
    tab.wait_for_selector("#guests-url >> text=http")
    assert not tab.locator("#quests").is_visible()
    heads = [
        label.strip().splitlines()[0] for label in tab.locator("#settings label").all_inner_texts()
    ]
    assert "Box" in heads
    assert not [head for head in heads if "|" in head or "{" in head]
    tab.select_option("[name=box]", "giants")
    tab.get_by_label("Bleak King").check()
    tab.get_by_role("button", name="Save").tap()
    until(lambda: page.ask("GET", "/api/settings").json["quests"] == ["bleak-king"])
    assert page.ask("GET", "/api/settings").json["box"] == "giants"
    (one,) = page.ask("GET", "/api/photos").json["photos"]
    tab = opened(page, phone, f"photo/{one['id']}")
    tab.locator(".why summary").tap()
    assert "Bleak King" in tab.locator(".why table").inner_text()
    put(tab, "r2c4", "W", "W1'")
    label = "row 3, column 5: wheat fields, crowns: 1, giants: 1"
    until(lambda: tab.locator("[data-cell=r2c4]").get_attribute("aria-label") == label)
    squares = page.photo(one["id"])["photo"]["kingdoms"][0]["squares"]
    assert squares[2][4] == "W1'"


@pytest.mark.parametrize("status", [403, 507])
def test_a_refused_photo_says_why_and_can_be_sent_again(
    page: Page, samples: Path, phone: Open, status: int
) -> None:
    tab = phone(page.url, refused=status)
    said = {403: "Scan the code again", 507: "disk is full"}[status]
    body = '{"error": {"code": "disk_full", "message": "The disk is full."}}'
    answer = {"status": status, "body": body if status == 507 else ""}
    uploads = "**/api/photos?*"
    tab.route(uploads, lambda route: route.fulfill(**answer))
    tab.set_input_files("#camera", str(samples / "gaps.jpg"))
    tab.wait_for_selector(f".failed >> text={said}")
    tab.unroute(uploads)
    tab.get_by_role("button", name="Try again").tap()
    tab.wait_for_selector("#game article")


def test_a_guests_photo_waits_until_it_is_known_whose_it_is(
    page: Page, samples: Path, phone: Open
) -> None:
    tab = phone(f"http://127.0.0.1:{page.port}/?key={page.guests_key}")
    tab.set_input_files("#camera", str(samples / "gaps.jpg"))
    tab.wait_for_selector("#toast >> text=Who are you, and where?")
    assert page.ask("GET", "/api/photos").json["photos"] == []
    for field, value in (("round", "1"), ("table", "3"), ("player", "Mia")):
        tab.fill(f"#{field}", value)
    tab.locator("#player").press("Enter")
    tab.wait_for_selector("#game article")
    (one,) = page.ask("GET", "/api/photos").json["photos"]
    assert (one["round"], one["table"], one["player"]) == ("1", "3", "Mia")


def test_a_bar_shows_that_the_photo_is_on_its_way(page: Page, samples: Path, phone: Open) -> None:
    tab = phone(page.url)
    bar = tab.get_by_role("progressbar", name="Sending the photo")
    held: list[Any] = []

    def hold(route: Any) -> None:
        held.append(route)

    tab.route("**/api/photos?*", hold)
    tab.set_input_files("#camera", str(samples / "gaps.jpg"))
    bar.wait_for(state="visible")
    while not held:  # the test's own time limit ends it
        tab.wait_for_timeout(20)
    held[0].continue_()
    tab.wait_for_selector("#game article")
    bar.wait_for(state="detached")


def test_the_judge_types_in_a_kingdom_that_nobody_photographed(page: Page, phone: Open) -> None:
    tab = opened(page, phone, "review")
    tab.locator("summary >> text=Add a total").tap()
    for field, value in (("round", "1"), ("table", "2"), ("player", "Ida")):
        tab.fill(f"#entry [name={field}]", value)
    tab.locator("summary >> text=Type the kingdom in").tap()
    fill(tab, (("r2c3", "W1"), ("r2c4", "W0")))
    tab.get_by_role("button", name="Score it").tap()
    board = page.settled(lambda found: bool(found["games"]))
    assert [(one["player"], one["total"]) for one in board["games"]] == [("Ida", 2)]
    tab.wait_for_selector("#tables-list a >> text=Ida")
    assert tab.locator("#entry [name=player]").input_value() == ""
