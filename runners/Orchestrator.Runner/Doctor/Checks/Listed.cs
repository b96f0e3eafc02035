namespace Orchestrator.Runner.Doctor.Checks;

/// <summary>The first of many names.</summary>
internal static class Listed
{
    private const int NamesMax = 5;

    public static string Of(IEnumerable<string> names)
    {
        var all = names.ToArray();
        return string.Join(", ", all.Take(NamesMax))
            + (all.Length > NamesMax ? $" and {all.Length - NamesMax} more" : "");
    }

    /// <summary>Numbers in their order, those in a row as one: 1, 3-5.</summary>
    public static string Of(IEnumerable<long> numbers) =>
        Of(numbers.Order().Index().GroupBy(one => one.Item - one.Index, one => one.Item)
            .Select(row => row.First() == row.Last() ? $"{row.First()}" : $"{row.First()}-{row.Last()}"));
}
