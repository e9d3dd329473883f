//! The check of a parameter's range.

use crate::{Code, Error};

/// Checks that `value` is between `min` and `max`.
///
/// # Errors
/// `Usage` with the parameter's name.
pub fn range(name: &str, value: f64, min: f64, max: f64) -> Result<(), Error> {
    if (min..=max).contains(&value) {
        return Ok(());
    }
    Err(Error::new(
        Code::Usage,
        format!("the simulation's {name} is {value}"),
        format!("choose from {min} to {max}"),
    ))
}
