using System.Text.RegularExpressions;
using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>What imports left to a person has to be decided before anything runs.</summary>
internal static partial class OpenChecks
{
    public static void Check(LoadContext context, IReadOnlyList<Project> projects)
    {
        foreach (var project in projects)
        {
            var names = project.Objects.Select(one => one.Instance?.Object ?? one.Name)
                .ToHashSet(StringComparer.Ordinal);
            foreach (var one in project.Objects)
            {
                foreach (var open in one.Written?.Items(OpenKeys.Name).OfType<YamlMap>() ?? [])
                {
                    Check(context, one, open, names);
                }
            }
        }
    }

    private static void Check(LoadContext context, ObjectDefinition one, YamlMap open, HashSet<string> names)
    {
        if (open.Scalar(OpenKeys.Code) is not { } code)
        {
            return;
        }

        if (!OpenCode().IsMatch(code.Text))
        {
            context.Bag.Error("ORC6091", code.At, $"'{code.Text}' is no code of what an import leaves open",
                "write the code that the import wrote: ORC6010 to ORC6099");
            return;
        }

        var decided = open.Scalar(OpenKeys.Decided);
        if (decided is null)
        {
            // Refused by its shape already, where it is no word.
            if (!open.Refused.Contains(OpenKeys.Decided))
            {
                context.Bag.Error(code.Text, code.At,
                    $"{OpenKeys.Undecided}{open.Text(OpenKeys.Reason) ?? "an import left this to a person"}"
                        + (open.Text(OpenKeys.From) is { } from ? $" (from {from})" : ""),
                    $"write what it shall be, and here `{OpenKeys.Decided}: {OpenKeys.Replaced}`, with "
                        + $"`{OpenKeys.By}` where another object does it; or `{OpenKeys.Decided}: {OpenKeys.Dropped}`");
            }

            return;
        }

        if (open.Scalar(OpenKeys.Changed) is { } changed)
        {
            context.Bag.Error(code.Text, changed.At,
                $"{OpenKeys.Undecided}what was decided about has changed, {changed.Text}",
                $"decide again: take `{OpenKeys.Changed}` away where `{OpenKeys.Decided}: {decided.Text}` still holds");
            return;
        }

        var by = open.Scalar(OpenKeys.By);
        if (decided.Text == OpenKeys.Dropped && by is not null)
        {
            context.Bag.Error("ORC6092", by.At, $"'{OpenKeys.By}' does nothing with {OpenKeys.Dropped}",
                $"leave it out, or write {OpenKeys.Decided}: {OpenKeys.Replaced}");
        }
        else if (by is not null && (!names.Contains(by.Text) || by.Text == (one.Instance?.Object ?? one.Name)))
        {
            context.UnknownName("ORC6092", "object", by, names);
        }
        else if (decided.Text == OpenKeys.Replaced && by is null && !one.Enabled && one.EnabledWhen is null)
        {
            context.Bag.Error("ORC6092", decided.At, $"'{one.FullName}' is said to be replaced, and is not enabled",
                $"take `enabled: false` away, name the object that does it instead with `{OpenKeys.By}`, or write "
                    + $"{OpenKeys.Decided}: {OpenKeys.Dropped}");
        }
    }

    [GeneratedRegex("^ORC60[1-9][0-9]$")]
    private static partial Regex OpenCode();
}
