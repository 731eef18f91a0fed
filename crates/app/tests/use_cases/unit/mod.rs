//! Single modules of the crate, each in a file at the same place as in `src`.

mod crypto;
mod deliveries {
    mod downloads;
}
mod exports {
    mod archives {
        mod tickets;
    }
    mod filters;
}
mod figures {
    mod periods;
}
mod files {
    mod decoders;
    mod pictures;
    mod signed_links;
}
mod guests;
mod idempotency;
mod identity {
    mod avatars;
    mod hasher;
    mod studio_logos;
}
mod library {
    mod analysis;
    mod lists;
    mod previewing;
    mod resumable;
    mod tickets;
    mod upload_turns;
}
mod licenses {
    mod terms;
}
mod money {
    mod transactions {
        mod lists;
    }
}
mod notifications {
    mod mail {
        mod letter;
        mod post;
        mod rendering;
        mod sender;
        mod smtp;
    }
}
mod operations {
    mod samples {
        mod covers;
        mod files;
        mod script;
    }
    mod seal;
    mod seed {
        mod dice;
        mod money;
    }
}
mod quotas;
mod shares {
    mod media;
    mod tokens;
}
mod shop {
    mod hooks;
}
