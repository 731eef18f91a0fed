//! Words for the names of generated beats, clients, transactions and goals.

pub const BEAT_FIRST: [&str; 24] = [
    "Midnight", "Neon", "Velvet", "Golden", "Broken", "Crystal", "Urban", "Solar", "Hollow",
    "Summer", "Winter", "Lunar", "Electric", "Silent", "Crimson", "Paper", "Desert", "Ocean",
    "Lagos", "Nairobi", "Harlem", "Tokyo", "Marble", "Static",
];
pub const BEAT_LAST: [&str; 24] = [
    "Drive", "Echoes", "Mirage", "Skyline", "Pulse", "Reverie", "Tides", "Motion", "Signal",
    "Haze", "Letters", "Avenue", "Garden", "Fever", "Horizon", "Bounce", "Shadows", "Bloom",
    "Circuit", "Ritual", "Voltage", "Drift", "Empire", "Lullaby",
];
pub const FIRST_NAMES: [&str; 24] = [
    "Ada", "Kwame", "Lena", "Jonas", "Amara", "Tariq", "Sofía", "Noah", "Zoë", "Mateo", "Imani",
    "Felix", "Priya", "Björn", "Chloé", "Davi", "Wanjiru", "Elif", "Marcus", "Yuki", "Nia",
    "Oskar", "Leila", "Samuel",
];
pub const LAST_NAMES: [&str; 24] = [
    "Okafor",
    "Mensah",
    "Fischer",
    "Lindqvist",
    "Diallo",
    "Hassan",
    "García",
    "Bennett",
    "Moreau",
    "Rossi",
    "Mwangi",
    "Novak",
    "Sharma",
    "Eriksen",
    "Dubois",
    "Costa",
    "Kamau",
    "Yılmaz",
    "Reed",
    "Tanaka",
    "Adeyemi",
    "Weber",
    "Haddad",
    "Clarke",
];
pub const BANKS: [&str; 8] = [
    "Harbor Bank",
    "First Meridian",
    "Northgate Savings",
    "Equator Trust",
    "Union Riverside",
    "Kestrel Bank",
    "Old Mill Credit Union",
    "Banco del Sol",
];
pub const STREETS: [&str; 8] = [
    "Canal Street",
    "Marina Road",
    "Station Lane",
    "Ngong Road",
    "Kreuzberger Allee",
    "Rue des Lilas",
    "Camden Row",
    "Sunset Drive",
];
pub const LABELS: [&str; 8] = [
    "Low Tide Records",
    "Ninth Floor",
    "Kite Music",
    "Blue Hour",
    "Southpaw Sound",
    "Palm House",
    "Left Bank Audio",
    "Tin Roof",
];
pub const STORES: [&str; 6] = [
    "the beat store",
    "a direct link",
    "the mailing list",
    "a referral",
    "the spring sale",
    "the app",
];
pub const GEAR: [&str; 12] = [
    "studio monitors",
    "audio interface",
    "condenser microphone",
    "MIDI keyboard",
    "headphones",
    "bass traps",
    "patch cables",
    "drum machine",
    "SSD drive",
    "pop filter",
    "mixing desk",
    "turntable",
];
/// Rare purchases, so that a search for them has few hits among many rows.
pub const RARE_GEAR: [&str; 3] = ["theremin", "mellotron", "harpsichord"];
pub const TOOLS: [&str; 8] = [
    "Sample library",
    "Mastering plugin",
    "Cloud storage",
    "Notation software",
    "Vocal tuner",
    "Sequencer license",
    "Reverb bundle",
    "Website hosting",
];
pub const GOALS: [(&str, &str); 10] = [
    ("New studio monitors", "business"),
    ("Vocal booth", "business"),
    ("Rainy-day fund", "emergency"),
    ("Tour van", "car"),
    ("Week in Lisbon", "vacation"),
    ("Mastering course", "education"),
    ("Deposit for a flat", "house"),
    ("Hearing protection and check-up", "health"),
    ("Pension top-up", "retirement"),
    ("Modular synthesiser", "general"),
];
/// Genres of generated beats; a few beats have none.
pub const GENRES: [&str; 12] = [
    "Trap",
    "Drill",
    "R&B",
    "Afrobeats",
    "Lo-fi",
    "House",
    "Boom bap",
    "Amapiano",
    "Pop",
    "Reggaeton",
    "Dancehall",
    "Ambient",
];
