//! The length of a tick.

use tagview_core::import::Tick;

#[test]
fn a_tick_is_written_as_the_decimal_number_that_was_meant() {
    for (seconds, text) in [
        (1e-12, "1ps"),
        (4e-12, "4ps"),
        (1.6e-11, "16ps"),
        (8.097_166e-11, "80.97166ps"),
        (2.5e-13, "0.25ps"),
        (1e-15, "0.001ps"),
        (1e-9, "1000ps"),
        (1.249_552_035_595_239_2e-8, "12495.520355952392ps"),
        (0.5, "500000000000ps"),
    ] {
        let tick = Tick::from_seconds(seconds).unwrap();
        assert_eq!(tick.to_string(), text);
        assert_eq!(tick.seconds().to_bits(), seconds.to_bits(), "{text}");
    }
}

#[test]
fn what_is_no_length_is_no_tick() {
    for seconds in [0.0, -1e-12, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e-300, 1e300, f64::MIN_POSITIVE]
    {
        assert_eq!(Tick::from_seconds(seconds), None, "{seconds}");
    }
}
