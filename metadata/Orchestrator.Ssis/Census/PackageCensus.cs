using Orchestrator.Ssis.Model;
using Orchestrator.Ssis.Xml;

namespace Orchestrator.Ssis.Census;

/// <summary>Proves that nothing of a package was lost: each executable and component of its XML stands exactly once
/// in the model. The XML is counted by another walk than the one that read it.</summary>
internal static class PackageCensus
{
    /// <summary>What stands more often in the one than in the other, as sentences; none where nothing was lost, and
    /// none of what was refused as a whole.</summary>
    /// <param name="bytes">The .dtsx.</param>
    /// <param name="package">What was made of it.</param>
    /// <param name="bounds">How much is read.</param>
    public static IReadOnlyList<string> Differences(byte[] bytes, SsisPackage package, ReadingBounds bounds)
    {
        if (package.IsEncrypted || package.IsRefused || XmlCensus.Of(bytes, bounds) is not { } written)
        {
            return [];
        }

        var executables = ModelWalk.Of(package.Root).ToArray();
        var components = executables.SelectMany(each => each.DataFlow?.Components ?? []);
        return
        [
            .. Compared("executable", written.Executables, executables.Skip(1).Select(each => each.Id)),
            .. Compared("component", written.Components, components.Select(each => each.Name)),
            .. Compared("event handler", [.. written.Handlers.Select(_ => "")],
                executables.SelectMany(ModelWalk.HandlersOf).Select(_ => "")),
            .. Repeated(executables.Select(each => each.Path).Concat(executables
                .SelectMany(each => each.DataFlow?.Components ?? []).Select(each => each.Path))),
        ];
    }

    private static IEnumerable<string> Compared(
        string what, IReadOnlyList<string> written, IEnumerable<string> read)
    {
        var counts = new SortedDictionary<string, int>(StringComparer.Ordinal);
        foreach (var name in written)
        {
            counts[name] = counts.GetValueOrDefault(name) + 1;
        }

        foreach (var name in read)
        {
            counts[name] = counts.GetValueOrDefault(name) - 1;
        }

        return from count in counts
            where count.Value != 0
            select $"{what} '{count.Key}' stands {Math.Abs(count.Value)} times {(count.Value > 0 ? "more" : "less")}"
                + " in the file than in the model";
    }

    private static IEnumerable<string> Repeated(IEnumerable<string> paths) =>
        from path in paths
        group path by path into same
        where same.Count() > 1
        select $"the path '{same.Key}' stands {same.Count()} times in the model";
}
