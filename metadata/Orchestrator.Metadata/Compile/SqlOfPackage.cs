using System.Text.RegularExpressions;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Metadata.Compile;

/// <summary>All texts of a package in which variables stand: SQL with names behind an @, expressions, and what else has
/// names.
/// </summary>
internal static partial class SqlOfPackage
{
    private const string VariableWord = "var";

    /// <summary>
    /// The names, each once with the place of the first text that has it. Texts are not taken apart: what stands in a
    /// comment or in quotes counts as well, which at most lets a package wait for what it does not need.
    /// </summary>
    public static IReadOnlyDictionary<string, Origin> Names(ObjectDefinition definition)
    {
        var names = new Dictionary<string, Origin>(StringComparer.Ordinal);
        foreach (var (text, at) in Texts(definition))
        {
            foreach (Match match in Parameter().Matches(text))
            {
                names.TryAdd(match.Groups["name"].Value, at);
            }

            AddAll(names, NameTexts.In(text), at);
        }

        if (definition.SqlFrom is { } statement)
        {
            names.TryAdd(statement, definition.At);
        }

        foreach (var text in TextsOfRun.Of(definition))
        {
            AddAll(names, VariablesIn(text.Text), text.At);
            AddAll(names, NameTexts.In(text.Text), text.At);
        }

        foreach (var call in new[] { definition.Procedure, definition.Source?.Procedure }.OfType<Procedure>())
        {
            foreach (var open in call.Arguments.Select(argument => argument.Open).OfType<string>())
            {
                AddAll(names, VariablesIn(open), call.At);
            }
        }

        foreach (var set in definition.Sets?.Each ?? [])
        {
            AddAll(names, (set.Reckoned?.References ?? []).Where(read => read.Word == VariableWord)
                .Select(read => read.Name), set.At);
        }

        return names;
    }

    /// <summary>The variables whose values name files, each once.</summary>
    public static IEnumerable<string> InFileNames(ObjectDefinition definition) => TextsOfRun.Of(definition)
        .Where(text => text.IsFile).SelectMany(text => VariablesIn(text.Text)).Distinct(StringComparer.Ordinal);

    /// <summary>The variables whose values name files, the target, or what else SQL names.</summary>
    public static HashSet<string> InNames(ObjectDefinition definition) =>
    [
        .. InFileNames(definition), .. VariablesIn(definition.Target.Name),
        .. VariablesIn(definition.Target.Schema ?? ""), .. Texts(definition).SelectMany(one => NameTexts.In(one.Text)),
        .. TextsOfRun.Of(definition).SelectMany(one => NameTexts.In(one.Text)),
    ];

    private static void AddAll(Dictionary<string, Origin> names, IEnumerable<string> more, Origin at)
    {
        foreach (var name in more)
        {
            names.TryAdd(name, at);
        }
    }

    private static IEnumerable<string> VariablesIn(string text) =>
        Argument().Matches(text).Select(match => match.Groups["name"].Value);

    private static IEnumerable<(string Text, Origin At)> Texts(ObjectDefinition definition)
    {
        IEnumerable<SqlText?> texts =
        [
            definition.Sql, definition.Check?.ReturnsNothing, definition.Source?.Query, definition.Watermark?.ToSql,
            .. definition.Hooks.Select(hook => hook.Sql),
        ];
        return
        [
            .. texts.OfType<SqlText>().Select(sql => (sql.Text, sql.At)),
            .. definition.Source?.Where is { } where ? [(where, definition.At)] : Array.Empty<(string, Origin)>(),
            .. definition.Columns.SelectMany(column => new[] { column.SourceExpression, column.TargetExpression }
                .OfType<string>().Select(expression => (expression, column.At))),
        ];
    }

    [GeneratedRegex("@(?<name>[A-Za-z][A-Za-z0-9_]*)")]
    private static partial Regex Parameter();

    [GeneratedRegex(@"\$\{var:(?<name>[^}]*)\}")]
    private static partial Regex Argument();
}
