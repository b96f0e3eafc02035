using Orchestrator.Core;

namespace Orchestrator.Runner.Doctor.Checks;

/// <summary>The first of many names.</summary>
internal static class Listed
{
    private const int NamesMax = 5;

    public static string Of(IEnumerable<string> names) => Words.First(NamesMax, names);

    /// <summary>Numbers in their order, those in a row as one: 1, 3-5.</summary>
    public static string Of(IEnumerable<long> numbers) =>
        Of(numbers.Order().Index().GroupBy(one => one.Item - one.Index, one => one.Item)
            .Select(row => row.First() == row.Last() ? $"{row.First()}" : $"{row.First()}-{row.Last()}"));
}
