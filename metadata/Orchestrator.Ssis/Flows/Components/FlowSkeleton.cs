using System.Text;
using Orchestrator.Ssis.Flows.Plans;
using Orchestrator.Ssis.Flows.Sets;
using Orchestrator.Ssis.Flows.Types;
using Orchestrator.Ssis.Flows.Work;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Ssis.Flows.Components;

/// <summary>Writes the skeleton of a class for a component that is left to a person.</summary>
internal static class FlowSkeleton
{
    public static FlowPlugin Of(
        string name, FlowComponent component, IReadOnlyList<SetColumn> reads, IReadOnlyList<SetColumn> gives)
    {
        var title = Title(name);
        var (taken, given) = (Members(reads), Members(gives));
        return new(title, Text(title, component, taken, given), component.Script?.Files ?? [], taken, given,
            VariablesOf(component));
    }

    private static IReadOnlyList<string> VariablesOf(FlowComponent component) =>
        [.. (component.Script?.ReadVariables ?? []).Union(component.Script?.WriteVariables ?? [])];

    // What the code reads of the package, it is told by options.
    private static string Options(string title, IReadOnlyList<string> variables)
    {
        HashSet<string> names = new(StringComparer.OrdinalIgnoreCase);
        var members = variables.Select(each => "    public string? "
            + $"{FlowNames.Unique(Title(each[(each.LastIndexOf(':') + 1)..]), "_", names)} {{ get; init; }}");
        return variables.Count == 0 ? $"public sealed record {title}Options;"
            : $"public sealed record {title}Options\n{{\n{string.Join("\n\n", members)}\n}}";
    }

    private static List<FlowPluginColumn> Members(IReadOnlyList<SetColumn> columns)
    {
        HashSet<string> names = new(StringComparer.OrdinalIgnoreCase);
        return [.. columns.Select(each => new FlowPluginColumn(each.Name,
            FlowNames.Unique(Title(each.Name), "_", names), FlowColumnTypes.TextOf(each.Type),
            FlowColumnTypes.MemberOf(each.Type)))];
    }

    private static string Text(string title, FlowComponent component, List<FlowPluginColumn> reads,
        List<FlowPluginColumn> gives)
    {
        var text = new StringBuilder();
        void Line(string line) => text.Append(line).Append('\n');

        Line("using System.ComponentModel.DataAnnotations.Schema;");
        Line("using Orchestrator.Dataflow;");
        Line("using Orchestrator.Plugins;");
        Line("");
        Line($"// In the place of {OneLine(component.Path)}.");
        Line(Options(title, VariablesOf(component)));
        Line("");
        if (reads.Count > 0)
        {
            Line(Record($"{title}Row", reads));
            Line("");
        }

        Line(Record($"{title}Result", gives));
        Line("");
        Line($"public sealed class {title} : DataflowPackage<{title}Options>");
        Line("{");
        Line($"    protected override void Build(Flow flow, {title}Options options, IFlowContext context) =>");
        Line(reads.Count > 0
            ? $"        context.Target(context.Source<{title}Row>().Transform(\"{title}\", Change));"
            : $"        context.Target(flow.Rows(\"{title}\", Make()));");
        Line("");
        Line(reads.Count > 0
            ? $"    private static {title}Result Change({title}Row row) =>"
            : $"    private static IEnumerable<{title}Result> Make() =>");
        Line("        throw new InvalidOperationException(\"what the component did is not written yet\");");
        Line("}");
        return text.ToString();
    }

    private static string Record(string name, List<FlowPluginColumn> columns) =>
        $"public sealed record {name}(" + string.Join(",", columns.Select(each => "\n    "
            + (each.Member == each.Name ? "" : $"[property: Column(\"{Escaped(each.Name)}\")] ")
            + $"{each.Type} {each.Member}")) + ");";

    // Words joined, each with a capital.
    private static string Title(string text)
    {
        var words = FlowNames.Plain(text).Split('_', StringSplitOptions.RemoveEmptyEntries);
        var title = string.Concat(words.Select(each => char.ToUpperInvariant(each[0]) + each[1..]));
        return title.Length == 0 ? "Rows" : char.IsDigit(title[0]) ? "_" + title : title;
    }

    private static string Escaped(string text) => text.Replace("\\", @"\\", StringComparison.Ordinal)
        .Replace("\"", "\\\"", StringComparison.Ordinal);

    private static string OneLine(string text) => string.Concat(text.Select(each => char.IsControl(each) ? ' ' : each));
}
