//! Writes the JavaScript glue of a WebAssembly module, and the module without the data for that:
//!
//! ```text
//! gordian-js-bindgen MODULE.wasm NAME FOLDER
//! ```
//!
//! `FOLDER` gets `NAME.js` and `NAME_bg.wasm`.

use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [module, name, folder] = arguments.as_slice() else {
        eprintln!("usage: gordian-js-bindgen MODULE.wasm NAME FOLDER");
        return ExitCode::from(2);
    };
    let mut bindgen = Bindgen::new();
    bindgen.input_path(module).out_name(name).typescript(false);
    // `js/src/module.ts` replaces an instance that failed.
    bindgen.reset_state_function(true);
    // The loaders of the package pass the module.
    bindgen.omit_default_module_path(true);
    match bindgen.web(true).and_then(|bindgen| bindgen.generate(folder)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{module}: {error:?}");
            ExitCode::FAILURE
        }
    }
}
