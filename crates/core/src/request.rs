//! Setters and checks shared by requests.

use crate::{Code, Error};

/// Declares a setter for each optional field of a request, called as the field is; and its constructor, if it has fields
/// that are required.
macro_rules! setters {
    ($(#[$doc:meta])* $request:ident::$new:ident($($required:ident: $of:ty),*) { $($field:ident: $type:ty),* }) => {
        impl $request {
            $(#[$doc])*
            pub fn $new($($required: $of),*) -> Self {
                Self { $($required,)* $($field: Default::default()),* }
            }
        }
        setters! { $request { $($field: $type),* } }
    };
    ($request:ident { $($field:ident: $type:ty),* $(,)? }) => {
        impl $request {
            $(
                #[doc = concat!("Sets `", stringify!($field), "`.")]
                #[must_use]
                pub fn $field(mut self, $field: $type) -> Self {
                    self.$field = $field.into();
                    self
                }
            )*
        }
    };
}
pub(crate) use setters;

/// Checks that the field `name`, if it is given, is greater than 0.
///
/// # Errors
/// `Usage` naming the field.
pub(crate) fn positive<T: PartialOrd + Default>(name: &str, number: Option<T>) -> Result<Option<T>, Error> {
    match number {
        Some(number) if number > T::default() => Ok(Some(number)),
        None => Ok(None),
        Some(_) => Err(Error::new(
            Code::Usage,
            format!("`{name}` is not a number greater than 0"),
            "give a number greater than 0",
        )),
    }
}
