using System.Globalization;

namespace Orchestrator.Import.Sql.Tables;

/// <summary>The code pages of collations, by how their names begin.</summary>
internal static class Collations
{
    private const int Western = 1252;

    // Those that have no code page at all take Unicode text only; all others are of the west.
    private static readonly (int CodePage, string[] Begins)[] Pages =
    [
        (874, ["Thai"]),
        (932, ["Japanese"]),
        (936, ["Chinese_PRC", "Chinese_Simplified"]),
        (949, ["Korean"]),
        (950, ["Chinese_Hong_Kong", "Chinese_Taiwan", "Chinese_Traditional"]),
        (1250,
            [
                "Albanian", "Bosnian_Latin", "Croatian", "Czech", "Hungarian", "Polish", "Romanian", "Serbian_Latin",
                "Slovak", "Slovenian", "Turkmen",
            ]),
        (1251,
            [
                "Azeri_Cyrillic", "Bashkir", "Bosnian_Cyrillic", "Cyrillic", "Kazakh", "Macedonian",
                "Serbian_Cyrillic", "Tatar", "Ukrainian", "Yakut",
            ]),
        (1253, ["Greek"]),
        (1254, ["Azeri_Latin", "Turkish", "Uzbek_Latin"]),
        (1255, ["Hebrew"]),
        (1256, ["Arabic", "Dari", "Persian", "Uighur", "Urdu"]),
        (1257, ["Estonian", "Latvian", "Lithuanian"]),
        (1258, ["Vietnamese"]),
        (0,
            [
                "Assamese", "Bengali", "Divehi", "Hindi", "Indic", "Khmer", "Lao", "Nepali", "Pashto", "Syriac",
                "Tibetan",
            ]),
    ];

    /// <summary>The code page of text that is not Unicode; 0 where it holds all of it, or none is known.</summary>
    public static int PageOf(string collation)
    {
        if (collation.Length == 0 || collation.EndsWith("_UTF8", StringComparison.OrdinalIgnoreCase))
        {
            return 0;
        }

        return Written(collation) ?? Pages.Where(page => page.Begins.Any(begin =>
                collation.StartsWith(begin, StringComparison.OrdinalIgnoreCase)))
            .Select(page => (int?)page.CodePage).FirstOrDefault() ?? Western;
    }

    // SQL_Latin1_General_CP1251_CI_AS says it; CP1 stands for 1252.
    private static int? Written(string collation)
    {
        var at = collation.IndexOf("_CP", StringComparison.OrdinalIgnoreCase);
        if (at < 0)
        {
            return null;
        }

        var digits = string.Concat(collation[(at + 3)..].TakeWhile(char.IsAsciiDigit));
        return digits == "1" ? Western
            : int.TryParse(digits, NumberStyles.None, CultureInfo.InvariantCulture, out var page) ? page : null;
    }
}
