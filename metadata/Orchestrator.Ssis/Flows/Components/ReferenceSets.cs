using System.Text.RegularExpressions;
using Orchestrator.Ssis.Flows.Dialects;
using Orchestrator.Ssis.Flows.Plans;
using Orchestrator.Ssis.Flows.Sets;
using Orchestrator.Ssis.Flows.Texts;
using Orchestrator.Ssis.Flows.Work;
using Orchestrator.Ssis.Model;
using Orchestrator.Ssis.Reading;

namespace Orchestrator.Ssis.Flows.Components;

/// <summary>The rows in which a lookup looks.</summary>
internal static partial class ReferenceSets
{
    /// <summary>The reference, with those columns.</summary>
    public static SqlSet Of(FlowWork work, FlowComponent component, IReadOnlyList<(string Name, FlowType Type)> columns)
    {
        var place = work.Places.Of(component);
        if (place.Dialect is not { } known)
        {
            var unknown = work.Places.Connection(component);
            throw FlowOpenException.NoPlatform(ConnectionDialects.Unknown(unknown), unknown.Provider);
        }

        var dialect = new FlowDialect(known);
        var written = WrittenSources.Command(work, component);
        var set = Table(work, component, written) is { } table
            ? new SqlSet { Place = place, Name = component.Name, Bare = table, From = dialect.Table(table) }
            : OfQuery(work, component, place, written, dialect);
        return set with
        {
            Items =
            [
                .. columns.Select(each => new SqlItem(
                    new(new(component.Path, "", each.Name), each.Name, each.Type), dialect.Quote(each.Name))),
            ],
        };
    }

    /// <summary>The table that is looked in as a whole; null where it is a query.</summary>
    public static FlowTable? Table(FlowWork work, FlowComponent component, string written) =>
        WrittenText.IsShort(written) && Whole().Match(written) is { Success: true } match
            ? WrittenSources.Named(work.Places.Connection(component), match.Groups["table"].Value) : null;

    /// <summary>The types of the reference's columns, as the component keeps them.</summary>
    public static IReadOnlyDictionary<string, FlowType> TypesOf(FlowComponent component)
    {
        Dictionary<string, FlowType> types = new(StringComparer.Ordinal);
        foreach (Match column in Column().Matches(component.Property("ReferenceMetadataXml") ?? ""))
        {
            var said = Attribute().Matches(column.Value)
                .GroupBy(each => each.Groups["name"].Value, StringComparer.Ordinal)
                .ToDictionary(each => each.Key, each => each.First().Groups["value"].Value, StringComparer.Ordinal);
            int Number(string name) => int.TryParse(said.GetValueOrDefault(name), out var number) ? number : 0;

            if (said.TryGetValue("name", out var title))
            {
                types.TryAdd(Text(title), new(TypeOf(said.GetValueOrDefault("dataType") ?? ""), Number("length"),
                    Number("precision"), Number("scale"), Number("codePage")));
            }
        }

        return types;
    }

    /// <summary>The columns in whose order the first of several matches is found; empty = in none.</summary>
    public static string OrderOf(FlowWork work, FlowComponent component) =>
        WrittenQuery.Of(WrittenSources.Command(work, component)).Order;

    private static string TypeOf(string written) => written.StartsWith("DT_", StringComparison.OrdinalIgnoreCase)
        ? written.ToUpperInvariant() : FlowTypes.OfWord(written);

    private static string Text(string escaped) => escaped.Replace("&lt;", "<", StringComparison.Ordinal)
        .Replace("&gt;", ">", StringComparison.Ordinal).Replace("&quot;", "\"", StringComparison.Ordinal)
        .Replace("&apos;", "'", StringComparison.Ordinal).Replace("&amp;", "&", StringComparison.Ordinal);

    private static SqlSet OfQuery(
        FlowWork work, FlowComponent component, FlowPlace place, string written, FlowDialect dialect)
    {
        var query = WrittenQuery.Of(written);
        return WrittenParameters.Count(written) > 0 || query.Kind == WrittenKind.Batch
            ? throw FlowOpenException.Statement("what it looks in is no query", written)
            : query.Kind == WrittenKind.Call
            ? new SqlSet
            {
                Place = place,
                Name = $"{component.Name} reference",
                Bare = TableSources.Called(place, query.Text),
            }
            : TableSources.OfQuery(work, $"{component.Name} reference", place, query, dialect);
    }

    [GeneratedRegex(@"^\s*select\s+\*\s+from\s+(?<table>[^\s;]+|\[[^\]]+\](?:\.\[[^\]]+\])*)\s*;?\s*$",
        RegexOptions.IgnoreCase)]
    private static partial Regex Whole();

    [GeneratedRegex("<referenceColumn [^>]*>")]
    private static partial Regex Column();

    [GeneratedRegex("""(?<name>\w+)\s*=\s*(?:"(?<value>[^"]*)"|'(?<value>[^']*)')""")]
    private static partial Regex Attribute();
}
