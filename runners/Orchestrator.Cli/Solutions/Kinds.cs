using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Data.Files;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages;
using Orchestrator.Packages.Store;

namespace Orchestrator.Cli.Solutions;

/// <summary>The kinds of package that this command knows.</summary>
internal static class Kinds
{
    public static IReadOnlyDictionary<string, IPackageKind> All => PackageKinds.All;

    /// <summary>How reading metadata sees the data files: their names and headers, nothing else.</summary>
    public static SourceListing Listing { get; } = new() { Header = Header };

    private static IReadOnlyList<string>? Header(string file, FileFormat format)
    {
        if (format is not { Style: FileStyle.Csv, HasHeader: true })
        {
            return null;
        }

        try
        {
            return FileListing.Header(
                Path.GetDirectoryName(file)!, Path.GetFileName(file), FileFormats.Of(format));
        }
        catch (DataRefusedException)
        {
            return null;
        }
    }

    /// <summary>How the rows of a node would travel, as far as that is known; empty where it moves none.</summary>
    public static string LoadPath(PlanNode node, Solution solution) =>
        node.Payload is ObjectDefinition definition && All.TryGetValue(definition.Kind, out var kind)
            ? kind.LoadPath(definition, solution)
            : "";

    public static IEnumerable<Diagnostic> Check(ObjectDefinition definition, Solution solution) =>
        All.TryGetValue(definition.Kind, out var kind) ? kind.Check(definition, solution) : [];
}
