using Orchestrator.Core;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Metadata.Building;

/// <summary>Statements of a connection that are written for another platform: who leaves SQL Server has many.</summary>
internal static class DialectChecks
{
    private const int WordsShown = 5;

    public static void Check(
        LoadContext context, IReadOnlyList<Project> projects, IReadOnlyList<Connection> connections)
    {
        var others = connections.Where(each => !each.IsFolder && !each.Facts.SpeaksTransactSql)
            .DistinctBy(each => each.Name).ToDictionary(each => each.Name, StringComparer.Ordinal);
        // Of ten thousand turns each has the same statement.
        HashSet<(string Text, Origin At)> seen = [];
        foreach (var one in projects.SelectMany(project => project.Objects).Where(each => each.Enabled))
        {
            foreach (var (text, at, name) in Texts(one).Where(each => seen.Add((each.Text, each.At))))
            {
                if (others.TryGetValue(name, out var connection)
                    && TransactSqlWords.In(text, connection.Facts.TakesBrackets) is { Count: > 0 } words)
                {
                    context.Bag.Warning("ORC1362", at.Line > 0 ? at : one.At,
                        $"'{one.FullName}' has words that only T-SQL knows, and '{name}' is {connection.Facts.Name}: "
                        + Words.First(WordsShown, words.Select(word => $"`{word}`")),
                        $"write the statement for {connection.Facts.Name}: `explain ORC1362` says what takes their "
                        + "place");
                }
            }
        }
    }

    private static IEnumerable<(string Text, Origin At, string Connection)> Texts(ObjectDefinition one)
    {
        var read = one.Source?.Connection ?? one.Target.Connection;
        IEnumerable<(SqlText? Sql, string Connection)> texts =
        [
            (one.Sql, one.Target.Connection), (one.Check?.ReturnsNothing, one.Target.Connection),
            (one.Source?.Query, read),
        ];
        return
        [
            .. texts.Where(each => each.Sql is not null).Select(each => (each.Sql!.Text, each.Sql.At, each.Connection)),
            .. one.Source?.Where is { } where ? [(where, one.At, read)] : Array.Empty<(string, Origin, string)>(),
            .. one.Columns.Where(each => each.SourceExpression is not null)
                .Select(each => (each.SourceExpression!, each.At, read)),
        ];
    }
}
