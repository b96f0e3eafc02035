using System.Text.RegularExpressions;

namespace Orchestrator.Import.Ssis.Drafts;

/// <summary>Names of packages as a person would write them in files.</summary>
internal static partial class DraftNames
{
    // A project and an object are one name where somebody waits for it, with a number behind each: 128 in all.
    private const int LengthMax = 60;

    /// <summary>The name with `_` in the place of what no file's name holds; another one where nothing is left.
    /// </summary>
    public static string Plain(string name, string otherwise)
    {
        var plain = Several().Replace(ImportNames.Plain(name), "_").Trim('_', '-');
        plain = plain.Length > LengthMax ? plain[..LengthMax].TrimEnd('_', '-') : plain;
        return plain.Length == 0 ? otherwise : Device().IsMatch(plain) ? plain + "_" : plain;
    }

    /// <summary>The name, or the first with a number behind it that is taken when it is asked for.</summary>
    /// <param name="name">The name.</param>
    /// <param name="takes">Takes a name for whoever asks; false = somebody else has it.</param>
    public static string Free(string name, Func<string, bool> takes) => Enumerable.Range(1, int.MaxValue - 1)
        .Select(number => number == 1 ? name : $"{name}_{number}").First(takes);

    // Names of devices, which no file of Windows can have.
    [GeneratedRegex("^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])$", RegexOptions.IgnoreCase)]
    private static partial Regex Device();

    [GeneratedRegex("_{2,}")]
    private static partial Regex Several();
}
