//! The check of a parameter's range.

use crate::{Code, Error};

/// Whether `value` lies from `min` to `max`.
///
/// # Errors
/// `Usage` naming the parameter.
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
