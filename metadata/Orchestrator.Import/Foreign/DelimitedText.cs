using Orchestrator.Core.Types;
using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Import.Foreign;

/// <summary>What another tool says of the form of a text file.</summary>
internal sealed record DelimitedText(string Name, Origin At)
{
    private const string NoQuote = "none";
    private const int Utf8Page = 65001;

    // As Biml, BimlFlex and SSIS write them.
    private static readonly string[] LineEnds = ["\r\n", "\n", "CRLF", "LF", "_x000D__x000A_", "_x000A_"];

    private static readonly string[] BuiltIn = ["csv", "tsv"];

    private static readonly Dictionary<string, string> Signs = new(StringComparer.OrdinalIgnoreCase)
    {
        ["Comma"] = ",",
        ["Semicolon"] = ";",
        ["Tab"] = "\t",
        ["VerticalBar"] = "|",
        ["Vertical Bar"] = "|",
        ["Pipe"] = "|",
        ["Colon"] = ":",
        ["CRLF"] = "\r\n",
        ["CR"] = "\r",
        ["LF"] = "\n",
    };

    /// <summary>What stands between columns, as it is written there; null = a comma.</summary>
    public string? Field { get; init; }

    /// <summary>What ends a row, as it is written there; null = the end of a line.</summary>
    public string? Row { get; init; }

    /// <summary>What stands around text; null = nothing does.</summary>
    public string? Quote { get; init; }

    /// <summary>Whether the first row names the columns.</summary>
    public bool HasHeader { get; init; } = true;

    /// <summary>Lines before the header that are left out.</summary>
    public int SkipLines { get; init; }

    /// <summary>The number of its code page; null = none is written.</summary>
    public int? CodePage { get; init; }

    /// <summary>Whether it is UTF-16.</summary>
    public bool IsUnicode { get; init; }

    /// <summary>How the format is called; csv is built in.</summary>
    public static string Called(string name)
    {
        var plain = ImportNames.Plain(name);
        return BuiltIn.Contains(plain) ? $"{plain}_file" : plain;
    }

    /// <summary>The format as a line under `formats`; null after what is wrong was said.</summary>
    public string? Line(ForeignProblems problems)
    {
        var field = Sign(Field ?? ",");
        var quote = Quote is null || Quote.Trim('<', '>').Equals(NoQuote, StringComparison.OrdinalIgnoreCase)
            ? NoQuote : Sign(Quote);
        if (field.Length != 1 || field is "\"" or "\n" or "\r" || (quote != NoQuote && quote.Length != 1))
        {
            problems.Error(ForeignCodes.NoEqual, At,
                $"the format '{ForeignProblems.Shown(Name)}' parts columns or quotes text by more than one character",
                "write a format with style: bcp for it, and name it in `source` of the object");
            return null;
        }

        if (Row is { } row && !LineEnds.Contains(
            row.Replace("{", "", StringComparison.Ordinal).Replace("}", "", StringComparison.Ordinal),
            StringComparer.OrdinalIgnoreCase))
        {
            problems.Error(ForeignCodes.NoEqual, At,
                $"the rows of the format '{ForeignProblems.Shown(Name)}' end with something else than a line does",
                "write a format with style: bcp and `row` for it, and name it in `source` of the object");
            return null;
        }

        if (Encoding() is not { } encoding)
        {
            problems.Error(ForeignCodes.NoEqual, At,
                $"the format '{ForeignProblems.Shown(Name)}' has the code page {CodePage}, which is not read",
                "have the file written in UTF-8");
            return null;
        }

        return $"  {YamlText.Of(Called(Name))}: " + YamlMapText.Map([
            "style: csv",
            .. field == "," ? Array.Empty<string>() : YamlMapText.Pair("field", field),
            .. quote == "\"" ? Array.Empty<string>() : YamlMapText.Pair("quote", quote),
            .. YamlMapText.Raw("header", HasHeader ? "" : "none"),
            .. YamlMapText.Raw("skipLines", SkipLines > 0 ? $"{SkipLines}" : ""),
            .. encoding == FileEncodings.Utf8 ? Array.Empty<string>() : YamlMapText.Pair("encoding", encoding),
        ]);
    }

    private string? Encoding() => IsUnicode ? FileEncodings.Utf16Little
        : CodePage is null or 0 or Utf8Page ? FileEncodings.Utf8
        : FileEncodings.CodePages.Where(page => page.Value == CodePage).Select(page => page.Key).FirstOrDefault();

    // {CR}{LF} and _x007C_ are how SSIS writes them.
    private static string Sign(string written) =>
        Signs.TryGetValue(written.Trim().Trim('{', '}'), out var sign) ? sign
        : written.Length == "_x0000_".Length && written.StartsWith("_x", StringComparison.OrdinalIgnoreCase)
            && int.TryParse(written.AsSpan(2, 4), System.Globalization.NumberStyles.HexNumber, null, out var code)
            ? $"{(char)code}"
        : written.Length == 3 && written[0] == '{' ? written[1..2] : written;
}
