using System.Text;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Http;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Texts;

/// <summary>Whether each `${name:X}` of an object stands where a name can, and names a variable.</summary>
internal static class TextChecks
{
    public static IEnumerable<Diagnostic> Of(ObjectDefinition definition, Solution solution) =>
    [
        .. Texts(definition).SelectMany(text => InSql(text, definition, solution)), .. OfTable(definition, solution),
        .. OfFile(definition), .. OfStatement(definition), .. OfServer(definition, solution),
        .. OfBody(definition, solution),
    ];

    private static IEnumerable<(string Connection, SqlText Sql)> Texts(ObjectDefinition definition)
    {
        var (source, target) = (definition.Source?.Connection ?? "", definition.Target.Connection);
        IEnumerable<(string Connection, SqlText? Sql)> texts =
        [
            (target, definition.Sql), (target, definition.Check?.ReturnsNothing),
            (source, definition.Source?.Query), (source, definition.Watermark?.ToSql),
            (source, definition.Source?.Where is { } where ? new SqlText(where, null, definition.At) : null),
            .. definition.Hooks.Select(hook => (hook.Connection, (SqlText?)hook.Sql)),
        ];
        return texts.Where(text => text.Sql is not null).Select(text => (text.Connection, text.Sql!));
    }

    private static IEnumerable<Diagnostic> InSql(
        (string Connection, SqlText Sql) text, ObjectDefinition definition, Solution solution)
    {
        var sql = text.Sql.Text;
        if (!NameTexts.AreIn(sql) || Platforms.Of(solution, text.Connection) is not { Dialect: var dialect })
        {
            yield break;
        }

        foreach (var name in NamePlaces.Of(dialect, sql))
        {
            var at = text.Sql.Script is { } script
                ? new Origin(script, 1 + sql.AsSpan(0, name.Place).Count('\n'), 1) : text.Sql.At;
            if (IsKnown(name.Variable, definition, solution))
            {
                if (!name.IsName)
                {
                    yield return NameChecks.Error("ORC1351", at,
                        $"'${{name:{name.Variable}}}' of '{definition.Name}' stands where no name can.",
                        "It becomes a quoted name: take it out of quotes, literals and comments, and off what sticks "
                        + "to it. A value in the place of a literal is @NAME.");
                }
            }
            else if (name.IsName)
            {
                yield return Unknown(name.Variable, at, definition);
            }
        }
    }

    private static IEnumerable<Diagnostic> OfTable(ObjectDefinition definition, Solution solution) =>
        definition.Source is not { } source ? []
        : new[] { source.Schema, source.Name }.OfType<string>().SelectMany(NameTexts.In)
            .Where(name => !IsKnown(name, definition, solution))
            .Select(name => Unknown(name, definition.At, definition));

    // Parts of earlier attempts are found by the name of the file, which may have been another one then.
    private static IEnumerable<Diagnostic> OfFile(ObjectDefinition definition)
    {
        if (definition is { Target: { Format: not null, Name: var file }, Load.Pattern.Value: LoadPattern.Append }
            && file.Contains("${var:", StringComparison.Ordinal))
        {
            yield return NameChecks.Error("ORC1353", definition.At,
                $"'{definition.Name}' adds files to '{file}', whose name only the run knows.",
                "Use `pattern: TruncateInsert`, which writes one file of that name, or a name without variables.");
        }
    }

    private static IEnumerable<Diagnostic> OfStatement(ObjectDefinition definition)
    {
        if (definition.SqlFrom is { } variable)
        {
            yield return new Diagnostic("ORC1354", Severity.Warning, definition.At,
                $"'{definition.Name}' runs whatever '{variable}' holds as SQL: who can set that can do all that the "
                + "connection may.",
                "Write the statement out, with @NAME and ${name:NAME} for what varies. It runs only with "
                + "`--allow sql-text`.");
        }
    }

    // A value that the run finds out is data: it says what is asked for, and never whom.
    private static IEnumerable<Diagnostic> OfServer(ObjectDefinition definition, Solution solution)
    {
        var before = new StringBuilder();
        foreach (var part in definition.Http is { Url.IsAsked: false } http ? http.Url.Parts : [])
        {
            if (!HttpAddress.HasServer(before.ToString()) && IsFoundOut(part, definition, solution))
            {
                yield return NameChecks.Error("ORC1355", definition.Http!.Url.At,
                    $"{part.Text} of '{definition.Name}' would be a piece of the server's name, and its value is found "
                    + "out by the run.", "Write the server out, or take it from ${env:NAME}.");
            }

            before.Append(part.Text);
        }
    }

    // How values are quoted in a body is for its author to say.
    private static IEnumerable<Diagnostic> OfBody(ObjectDefinition definition, Solution solution)
    {
        if (definition.Http is { Body: not null } http && http.Header(HttpNames.ContentType) is { } type
            && type.Value.Parts.Any(part => IsFoundOut(part, definition, solution)))
        {
            yield return NameChecks.Error("ORC1390", type.At,
                $"The header '{type.Name}' of '{definition.Name}' says how the values of its `body` are quoted, and "
                + "the run finds out its value.", "Write the type out.");
        }
    }

    // What has no value before the run: of a variable of the run, or of a turn that it finds out.
    private static bool IsFoundOut(SentTextPart part, ObjectDefinition definition, Solution solution) =>
        part.Kind == SentPartKind.Open && solution.RunVariables.Select(one => one.Name)
            .Concat(definition.Given.Where(one => one.Value is null).Select(one => one.Variable))
            .Any(variable => part.Text == $"${{var:{variable}}}");

    private static bool IsKnown(string variable, ObjectDefinition definition, Solution solution) =>
        solution.RunVariables.Any(one => one.Name == variable && !one.Type.IsRows)
        || solution.Variables.Any(one => one.Name == variable) || definition.IsGiven(variable);

    private static Diagnostic Unknown(string variable, Origin at, ObjectDefinition definition) => NameChecks.Error(
        "ORC1352", at, $"'{definition.Name}' names ${{name:{variable}}}, and there is no variable of one value that is "
        + "called so.", "Declare it under `variables:`, or correct the name.");
}
