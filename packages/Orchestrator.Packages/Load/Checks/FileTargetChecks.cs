using Orchestrator.Data.Files;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Load.Checks;

/// <summary>What is wrong with a load into a file, found in the metadata alone.</summary>
internal static class FileTargetChecks
{
    public static IEnumerable<Diagnostic> Of(ObjectDefinition definition, Solution solution)
    {
        var format = FileFormats.Written(definition, solution);
        return [.. Pattern(definition), .. Options(definition), .. Format(definition, format),
            .. Columns(definition, format)];
    }

    private static Origin At<T>(Setting<T> setting, ObjectDefinition definition) =>
        setting.At.Line > 0 ? setting.At : definition.At;

    private static IEnumerable<Diagnostic> Pattern(ObjectDefinition definition)
    {
        var pattern = definition.Load.Pattern;
        if (pattern.Value is not (LoadPattern.TruncateInsert or LoadPattern.Append))
        {
            yield return NameChecks.Error("ORC1201", At(pattern, definition),
                $"{pattern.Value} changes rows of a table, and the target of '{definition.Name}' is a file.",
                "Use `pattern: TruncateInsert`, which writes the file anew, or `Append`, which adds a file.");
        }
    }

    private static IEnumerable<Diagnostic> Options(ObjectDefinition definition)
    {
        foreach (var (key, value, at) in definition.Load.IdleIn(LoadForms.File)
            .Where(idle => idle.Key != "latestBy" || KeyChecks.SaysLatest(definition)))
        {
            yield return NameChecks.Error("ORC1202", at,
                $"`{key}{(value == "false" ? ": false" : "")}` does nothing for '{definition.Name}', whose target is a "
                + "file: it appears whole, or not at all.",
                "Take it out, or set it back for the objects whose target is a file.");
        }
    }

    private static IEnumerable<Diagnostic> Format(ObjectDefinition definition, TextFormat format)
    {
        if (FileRules.Refusal(format) is { } why)
        {
            yield return NameChecks.Error("ORC1203", definition.At,
                $"The format '{definition.Target.Format}' cannot be written so that it reads back: {why}.",
                "Change its terminators, or write another format.");
        }

        var count = definition.Columns.Count + definition.SystemColumns.Count;
        if (format.Style == TextStyle.Fixed && definition.Columns.Count > 0 && count != format.Widths.Count)
        {
            yield return NameChecks.Error("ORC1204", definition.At,
                $"The format '{definition.Target.Format}' has {format.Widths.Count} `widths`, and '{definition.Name}' "
                + $"writes {count} columns.", "Give each column one, those that the engine fills last.");
        }
    }

    private static IEnumerable<Diagnostic> Columns(ObjectDefinition definition, TextFormat format)
    {
        var rules = new FileRules(format);
        var seen = new Dictionary<string, string>(StringComparer.Ordinal);
        var names = definition.Columns.Select(column => (Name: column.Target, column.At))
            .Concat(definition.SystemColumns.Select(column => (Name: column.Column, column.At)));
        foreach (var (name, at) in names)
        {
            if (rules.ColumnRefusal(name) is { } why)
            {
                yield return NameChecks.Error("ORC1301", at, $"The column '{name}' cannot be in a file: {why}.",
                    "Give it another `target`.");
            }

            if (!seen.TryAdd(rules.Fold(name), name))
            {
                yield return NameChecks.Error("ORC1302", at,
                    $"The columns '{seen[rules.Fold(name)]}' and '{name}' are one in the header of a file.",
                    "Give one of them another `target`.");
            }
        }
    }
}
