//! Functions of the program one by one, without a server. They are here and not beside the functions because the program
//! would be compiled a second time for them.

mod command_line;
mod docs;
mod events;
mod money;
mod openapi;
mod paging;
mod public_url;
mod secret_key;
mod settings;
mod settings_file;
mod unknown_settings;
mod web_app;
