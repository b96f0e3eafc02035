using System.Diagnostics;
using Orchestrator.Ssis.Census;
using Orchestrator.Ssis.Estates;
using Orchestrator.Ssis.Json;
using Orchestrator.Ssis.Model;
using Orchestrator.Ssis.Xml;

namespace Orchestrator.Metadata.Tests.Ssis;

/// <summary>Packages that others made, in a folder that a variable names: ORCHESTRATOR_TEST_SSIS_CORPUS.</summary>
[Category("Full")]
internal sealed class SsisCorpusTests
{
    private const int MegabyteMsMax = 2000;

    // How values begin that the system has encrypted for one user, in packages and projects.
    private const string Encrypted = "AQAAANCMnd8B";

    [Test]
    public void Nothing_of_any_package_of_the_corpus_is_lost_or_told()
    {
        var top = Environment.GetEnvironmentVariable("ORCHESTRATOR_TEST_SSIS_CORPUS");
        if (string.IsNullOrEmpty(top))
        {
            Assert.Ignore("ORCHESTRATOR_TEST_SSIS_CORPUS names no folder of packages");
            return;
        }

        var estates = Directory.GetDirectories(top).Order(StringComparer.Ordinal)
            .Select(folder => (folder, Estate: EstateFolders.Read([folder], ReadingBounds.Default))).ToArray();

        var packages = estates.SelectMany(each => each.Estate.AllPackages).ToArray();
        var formats = packages.GroupBy(each => each.Format).OrderBy(each => each.Key)
            .Select(each => $"format {each.Key}: {each.Count()}");
        TestContext.Out.WriteLine($"{packages.Length} packages, {string.Join(", ", formats)}");
        WriteUnknown(packages);
        Assert.That(packages, Is.Not.Empty);
        Assert.That(estates.SelectMany(each => Lost(each.folder, each.Estate)), Is.Empty);
        Assert.That(packages.Where(each => ModelJson.Of(each).Contains(Encrypted, StringComparison.Ordinal))
            .Select(each => each.File), Is.Empty);
    }

    private static void WriteUnknown(IReadOnlyList<SsisPackage> packages)
    {
        var tasks = packages.SelectMany(each => ModelWalk.Of(each.Root)).ToArray();
        var unknown = tasks.Where(each => each.Kind == ExecutableKind.Other).Select(each => each.CreationName)
            .Concat(tasks.SelectMany(each => each.DataFlow?.Components ?? [])
                .Where(each => each.Kind == ComponentKind.Other).Select(each => each.ClassId));
        foreach (var name in unknown.GroupBy(each => each).OrderByDescending(each => each.Count()))
        {
            TestContext.Out.WriteLine($"{name.Count()} of {name.Key}");
        }

        foreach (var code in packages.SelectMany(each => each.Findings).GroupBy(each => each.Code))
        {
            TestContext.Out.WriteLine($"{code.Count()} of {code.Key}, as {code.First()}");
        }
    }

    // An entry of an archive is not on the disk; its package is one of the project beside it.
    private static IEnumerable<string> Lost(string folder, SsisEstate estate) =>
        from package in estate.AllPackages
        where !package.File.Contains('!', StringComparison.Ordinal)
        let bytes = File.ReadAllBytes(Path.Combine(folder, package.File))
        from difference in PackageCensus.Differences(bytes, package, ReadingBounds.Default).Concat(Slow(package, bytes))
        select $"{folder}/{package.File}: {difference}";

    private static IEnumerable<string> Slow(SsisPackage package, byte[] bytes)
    {
        var watch = Stopwatch.StartNew();
        EstateReader.Read([new(package.File, bytes.Length, () => bytes)], ReadingBounds.Default, []);
        var most = MegabyteMsMax * Math.Max(1, bytes.Length / (1024 * 1024));
        return watch.ElapsedMilliseconds > most ? [$"it took {watch.ElapsedMilliseconds} ms"] : [];
    }
}
