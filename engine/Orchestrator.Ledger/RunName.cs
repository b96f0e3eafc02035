using System.Globalization;

namespace Orchestrator.Ledger;

/// <summary>How people name a run: by its number, or by how far it lies back.</summary>
internal readonly record struct RunName(long? Number, int? Back)
{
    private const string Latest = "latest";

    public static RunName Parse(string text)
    {
        if (text == Latest)
        {
            return new RunName(null, 0);
        }

        if (text.StartsWith(Latest + "~", StringComparison.Ordinal))
        {
            return int.TryParse(
                text.AsSpan(Latest.Length + 1), NumberStyles.None, CultureInfo.InvariantCulture, out var back)
                ? new RunName(null, back) : default;
        }

        return long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number)
            ? new RunName(number, null) : default;
    }
}
