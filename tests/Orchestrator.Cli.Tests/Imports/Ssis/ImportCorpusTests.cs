using System.Diagnostics;
using Orchestrator.Cli.Imports;
using Orchestrator.Import.Ssis;
using Orchestrator.Ssis.Estates;
using Orchestrator.Ssis.Model;
using Orchestrator.Ssis.Xml;

namespace Orchestrator.Cli.Tests.Imports.Ssis;

/// <summary>Packages that others made, in a folder that a variable names: ORCHESTRATOR_TEST_SSIS_CORPUS.</summary>
[Category("Full")]
internal sealed class ImportCorpusTests
{
    private const double WholeMin = 0.65;
    private const double TasksMin = 0.85;

    [Test]
    public void Each_estate_of_the_corpus_is_imported_and_nothing_of_it_is_lost()
    {
        var top = Environment.GetEnvironmentVariable("ORCHESTRATOR_TEST_SSIS_CORPUS");
        if (string.IsNullOrEmpty(top))
        {
            Assert.Ignore("ORCHESTRATOR_TEST_SSIS_CORPUS names no folder of packages");
        }

        var (packages, whole, tasks, expressed) = (0, 0, 0, 0);
        var codes = new SortedDictionary<string, int>(StringComparer.Ordinal);
        var wrong = new List<string>();
        foreach (var folder in Directory.GetDirectories(top).Order(StringComparer.Ordinal))
        {
            var watch = Stopwatch.StartNew();
            var import = Import(folder);
            TestContext.Out.WriteLine($"{Path.GetFileName(folder)}: {import.Dispositions.Count} packages in "
                + $"{watch.ElapsedMilliseconds} ms");
            wrong.AddRange(import.Refused.Select(each => $"{folder}: {each.At}: {each.Code}: {each.Message}"));
            foreach (var (package, all) in import.Dispositions)
            {
                wrong.AddRange(Disordered(folder, package, import));
                var open = all.Where(each => each.Kind == DispositionKind.Open).ToArray();
                var leaves = ModelWalk.Of(package.Root).Where(each => !each.IsContainer && !each.IsDisabled)
                    .Select(each => each.Path).ToHashSet();
                var left = leaves.Count(leaf => open.Any(each =>
                    each.Path == leaf || each.Path.StartsWith($"{leaf}\\", StringComparison.Ordinal)));
                (packages, whole) = (packages + 1, whole + (open.Length == 0 ? 1 : 0));
                (tasks, expressed) = (tasks + leaves.Count, expressed + leaves.Count - left);
                foreach (var each in open)
                {
                    codes[each.Open!.Code] = codes.GetValueOrDefault(each.Open.Code) + 1;
                }
            }
        }

        TestContext.Out.WriteLine($"{whole} of {packages} packages whole, {expressed} of {tasks} tasks expressed");
        TestContext.Out.WriteLine(string.Join(", ", codes.Select(each => $"{each.Key}: {each.Value}")));
        Assert.That(wrong, Is.Empty);
        Assert.That(packages, Is.GreaterThan(0));
        Assert.That((double)whole / packages, Is.GreaterThanOrEqualTo(WholeMin));
        Assert.That((double)expressed / tasks, Is.GreaterThanOrEqualTo(TasksMin));
    }

    private static SsisImport Import(string folder) => SsisImport.Of(
        EstateFolders.Read([folder], ReadingBounds.Default), Path.GetFileName(folder), null,
        files => SsisCheck.Of(files, _ => null));

    // An entry of an archive is not on the disk.
    private static IEnumerable<string> Disordered(string folder, SsisPackage package, SsisImport import)
    {
        var path = Path.Combine(folder, package.File);
        return package.File.Contains('!', StringComparison.Ordinal) || !File.Exists(path) ? []
            : WrittenOrder.Broken(File.ReadAllText(path), package.File, import);
    }
}
