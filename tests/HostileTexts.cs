/// <summary>
/// Values as data may hold them: each ends what it stands in wherever somebody pastes it, and names a table or a file
/// called canary, which has to stand behind it.
/// </summary>
internal static class HostileTexts
{
    /// <summary>Short ones that each platform keeps as a name.</summary>
    public static IReadOnlyList<string> Names { get; } =
    [
        "it's", "a\"b", "'; drop table canary; --", "\"; drop table canary; --", "`; drop table canary; #",
        "]; drop table canary; --", "x\" (n int); drop table canary; create table \"y", "/* a */", "-- a", "$$ a $$",
        "@Odd", "${name:Odd}", "${var:Odd}", "a\\", "\\\"; drop table canary; --", "a\nb;",
        "\u2019; drop table canary; --", "%00", "a*", "?", "../canary", "/tmp/canary", "a/b", "C:\\canary", "CON",
        "x; rm canary.csv", "$(rm canary.csv)",
    ];

    /// <summary>Further short ones: for servers of mail and the web, pages, terminals and shells.</summary>
    public static IReadOnlyList<string> More { get; } =
    [
        "*", "E'a\\'; drop table canary; --", "$a$; drop table canary; $a$", "/*! drop table canary */",
        "*/ drop table canary /*", "/*M!100 a */", "a\r\nX-Canary: 1", "a\u2028b", "\u202Ecba",
        "<script>alert(1)</script>", "\"},\"canary\":{\"a\":\"", "=?utf-8?q?canary=0D=0A?=", "-canary.csv",
        "\u001b[31mred", "%0d%0aX-Canary: 1", "&amp;<b>", "U&\"\\0022\"", "\uFF07; drop table canary; --",
        "canary@example.org, b@example.org", "${secret:CANARY}", "${env:HOME}", "a,b", "[x](y)", "& rm canary.csv",
        "| rm canary.csv", "nul.txt", "~", "@evil.example/", "#fragment", "canary' or 'a'='a", "a\tb", "..\\canary",
    ];

    /// <summary>All that are short.</summary>
    public static IReadOnlyList<string> All { get; } = [.. Names, .. More];

    /// <summary>One that no platform keeps as a name, and no system as that of a file.</summary>
    public static string Long { get; } = new('o', 4_000);

    private static readonly string[] Pieces =
    [
        "'", "''", "\"", "\"\"", "`", "``", "[", "]", "]]", ";", "--", "-- ", "#", "/*", "*/", "/*!", "*", "\\", "\\'",
        "\\\"", "$$", "$a$", "@p1", "${name:X}", "${var:X}", "?", ":a", "{", "}", "(", ")", ",", ".", " ", "\n", "\r\n",
        "\t", "\u2019", "\uFF07", "\u02BC", "\u2028", "\u00e4", "\U0001F600", "E'", "N'", "U&\"", "a", "Z", "0", "_",
        "drop table canary", "select", "NULL", "=", "<", ">", "&", "|", "%", "+", "!", "~", "^", "\u001b[31m",
    ];

    /// <summary>So many that are put together of pieces, the same for one seed, so that what fails once fails again.
    /// </summary>
    /// <param name="seed">Begins the row.</param>
    /// <param name="count">How many.</param>
    public static IEnumerable<string> Random(int seed, int count)
    {
        var random = new Random(seed);
        for (var i = 0; i < count; i++)
        {
            yield return string.Concat(
                Enumerable.Range(0, random.Next(1, 12)).Select(_ => Pieces[random.Next(Pieces.Length)]));
        }
    }
}
