using System.Globalization;

namespace Orchestrator.Data.Tests.Files;

/// <summary>
/// The characters of code pages as the files of the Unicode consortium map them (in windows-1255 with the one that
/// WHATWG has in 0xCA): the upper half of each page, by which the product's decoder is judged.
/// </summary>
internal static class StandardCodePages
{
    private const int Half = 128;
    private const int Digits = 4;

    public static Dictionary<string, char?[]> All { get; } = Read();

    private static Dictionary<string, char?[]> Read()
    {
        using var stream = typeof(StandardCodePages).Assembly.GetManifestResourceStream("code-pages.txt")!;
        using var reader = new StreamReader(stream);
        var pages = new Dictionary<string, char?[]>();
        while (reader.ReadLine() is { } line)
        {
            var (name, codes) = (line.Split(' ')[0], line.Split(' ')[1]);
            pages[name] =
            [
                .. Enumerable.Range(0, Half).Select(one => (char?)one),
                .. Enumerable.Range(0, Half).Select(one => Character(codes.Substring(one * Digits, Digits))),
            ];
        }

        return pages;
    }

    private static char? Character(string code) =>
        code == "----" ? null : (char)int.Parse(code, NumberStyles.HexNumber, CultureInfo.InvariantCulture);
}
