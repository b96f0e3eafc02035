using System.Globalization;

namespace Orchestrator.Compare;

/// <summary>
/// The order of keys for people: NULL and texts by their characters, behind them numbers by their value.
/// </summary>
internal sealed class ShownKeyOrder : IComparer<IReadOnlyList<string?>>
{
    public static ShownKeyOrder Instance { get; } = new();

    public int Compare(IReadOnlyList<string?>? x, IReadOnlyList<string?>? y)
    {
        foreach (var (one, other) in (x ?? []).Zip(y ?? []))
        {
            if (Compare(one, other) is not 0 and var order)
            {
                return order;
            }
        }

        return 0;
    }

    private static int Compare(string? one, string? other)
    {
        var (isNumber, isOther) = (TryNumber(one, out var a), TryNumber(other, out var b));
        return isNumber && isOther ? a.CompareTo(b)
            : isNumber != isOther ? isNumber.CompareTo(isOther)
            : string.CompareOrdinal(one, other);
    }

    private static bool TryNumber(string? text, out decimal number) =>
        decimal.TryParse(text, NumberStyles.Number, CultureInfo.InvariantCulture, out number);
}
