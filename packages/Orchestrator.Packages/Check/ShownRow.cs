using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load.Rejects;

namespace Orchestrator.Packages.Check;

/// <summary>
/// A row as an example in a message. A query may read any table, and an alias must not show what is sensitive, so that
/// with a sensitive column or value of the run anywhere only a column whose own name is known to be none of them is
/// shown.
/// </summary>
internal sealed class ShownRow
{
    private const int ColumnsMax = 4;
    private const int LengthMax = 64;

    private readonly Dialect _dialect;
    private readonly HashSet<string> _sensitive;
    private readonly bool _isAnySensitive;

    /// <summary>For rows of that platform in that solution.</summary>
    public ShownRow(Dialect dialect, Solution solution)
    {
        _dialect = dialect;
        _sensitive = solution.Projects.SelectMany(project => project.Objects).SelectMany(one => one.Columns)
            .Where(column => column.Sensitive)
            .SelectMany(column => new[] { column.Name, column.Target })
            .Select(dialect.Fold).ToHashSet();

        // An error table holds such values, too.
        _sensitive.UnionWith(_sensitive.Count == 0 ? [] : ErrorTable.DataColumns.Select(dialect.Fold));
        _isAnySensitive = _sensitive.Count > 0 || QuotedWords.AnyOfRunIsSensitive(solution);
    }

    /// <summary>The first row of an answer; empty where no row came.</summary>
    public string Of(Answer answer) => answer.Rows == 0 ? "" : ", for example "
        + string.Join(", ", answer.Columns.Zip(answer.First).Take(ColumnsMax)
            .Select(column => Value(column.First.Name, column.First.Origin, column.Second)));

    private string Value(string name, string? origin, string? value)
    {
        if (_isAnySensitive && (origin is null || _sensitive.Contains(_dialect.Fold(origin))))
        {
            return $"{name} (sensitive)";
        }

        var text = value ?? "NULL";
        return $"{name}={(text.Length > LengthMax ? text[..LengthMax] + "…" : text)}";
    }
}
