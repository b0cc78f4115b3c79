"""Training of the networks that find kingdoms: targets, nets, fitting, export."""
