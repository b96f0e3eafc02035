using System.Globalization;

namespace Orchestrator.Metadata.Model;

/// <summary>The files that Append makes, one for each attempt: customer.csv becomes customer.0000000482.csv.</summary>
public static class FileParts
{
    private const string Digits = "D10";
    private const string AnyDigits = "??????????";

    /// <summary>The file of an attempt; in the order of names they stand in the order of attempts.</summary>
    public static string Of(string file, long attempt) =>
        Named(file, attempt.ToString(Digits, CultureInfo.InvariantCulture));

    /// <summary>
    /// The pattern that stands for all of them, and not for what is called alike (customer.eu.0000000482.csv,
    /// customer.old.csv).
    /// </summary>
    public static string Pattern(string file) => Named(file, AnyDigits);

    private static string Named(string file, string part)
    {
        const string packed = ".gz";
        var inner = file.EndsWith(packed, StringComparison.OrdinalIgnoreCase) ? file[..^packed.Length] : file;
        var ending = Path.GetExtension(inner) + file[inner.Length..];
        return $"{file[..^ending.Length]}.{part}{ending}";
    }
}
