namespace Orchestrator.Core.Types;

/// <summary>The encodings of files of rows: Unicode, and code pages of one byte for each character.</summary>
public static class FileEncodings
{
    // Above it nobody calls a page by its number.
    private const int Numbered = 2000;

    /// <summary>What holds where nobody says anything.</summary>
    public const string Utf8 = "utf-8";

    /// <summary>UTF-16, the lower byte first.</summary>
    public const string Utf16Little = "utf-16le";

    /// <summary>UTF-16, the higher byte first.</summary>
    public const string Utf16Big = "utf-16be";

    /// <summary>
    /// The number of each code page by its name. Each keeps ASCII where it is, so that terminators stay what they are;
    /// those of several bytes for a character are none of them, because a wrong byte there takes the next one along.
    /// </summary>
    public static IReadOnlyDictionary<string, int> CodePages { get; } = new Dictionary<string, int>
    {
        ["windows-874"] = 874,
        ["windows-1250"] = 1250,
        ["windows-1251"] = 1251,
        ["windows-1252"] = 1252,
        ["windows-1253"] = 1253,
        ["windows-1254"] = 1254,
        ["windows-1255"] = 1255,
        ["windows-1256"] = 1256,
        ["windows-1257"] = 1257,
        ["windows-1258"] = 1258,
        ["ibm437"] = 437,
        ["ibm737"] = 737,
        ["ibm775"] = 775,
        ["ibm850"] = 850,
        ["ibm852"] = 852,
        ["ibm855"] = 855,
        ["ibm857"] = 857,
        ["ibm858"] = 858,
        ["ibm860"] = 860,
        ["ibm861"] = 861,
        ["ibm862"] = 862,
        ["ibm863"] = 863,
        ["ibm865"] = 865,
        ["ibm866"] = 866,
        ["ibm869"] = 869,
        ["iso-8859-1"] = 28591,
        ["iso-8859-2"] = 28592,
        ["iso-8859-3"] = 28593,
        ["iso-8859-4"] = 28594,
        ["iso-8859-5"] = 28595,
        ["iso-8859-6"] = 28596,
        ["iso-8859-7"] = 28597,
        ["iso-8859-8"] = 28598,
        ["iso-8859-9"] = 28599,
        ["iso-8859-13"] = 28603,
        ["iso-8859-15"] = 28605,
        ["macintosh"] = 10000,
        ["koi8-r"] = 20866,
    };

    /// <summary>All names, Unicode first.</summary>
    public static IReadOnlyList<string> All { get; } = [Utf8, Utf16Little, Utf16Big, .. CodePages.Keys];

    /// <summary>What others call some of them, in small letters: cp850, 1252, latin1.</summary>
    public static IReadOnlyDictionary<string, string> Otherwise { get; } = new Dictionary<string, string>(
        CodePages.Where(page => page.Value < Numbered).SelectMany(page => new[] { $"cp{page.Value}", $"{page.Value}" }
            .Select(other => KeyValuePair.Create(other, page.Key))))
    {
        ["ansi"] = "windows-1252",
        ["dos"] = "ibm437",
        ["latin1"] = "iso-8859-1",
        ["latin-1"] = "iso-8859-1",
        ["latin9"] = "iso-8859-15",
        ["unicode"] = Utf16Little,
        ["utf-16"] = Utf16Little,
        ["utf8"] = Utf8,
    };
}
