using System.Text.RegularExpressions;
using Orchestrator.Ssis.Estates;
using Orchestrator.Ssis.Expressions.Generation;
using Orchestrator.Ssis.Flows;
using Orchestrator.Ssis.Flows.Dialects;
using Orchestrator.Ssis.Flows.Plans;
using Orchestrator.Ssis.Model;
using Orchestrator.Ssis.Xml;
using Orchestrator.Tds;

namespace Orchestrator.Metadata.Tests.SsisFlows;

/// <summary>Data flows that others made, in the folder that ORCHESTRATOR_TEST_SSIS_CORPUS names.</summary>
[Category("Full")]
internal sealed partial class FlowCorpusTests
{
    private static readonly string[] Efforts = ["minutes", "an hour", "a day"];

    [Test]
    public void Each_component_of_the_corpus_ends_once_and_each_statement_is_one()
    {
        var top = Environment.GetEnvironmentVariable("ORCHESTRATOR_TEST_SSIS_CORPUS");
        if (string.IsNullOrEmpty(top))
        {
            Assert.Ignore("ORCHESTRATOR_TEST_SSIS_CORPUS names no folder of packages");
            return;
        }

        var flows = Directory.GetDirectories(top).Order(StringComparer.Ordinal)
            .SelectMany(folder => EstateFolders.Read([folder], ReadingBounds.Default).Projects).SelectMany(Flows)
            .DistinctBy(each => (each.Package.Hash, each.Flow.Path)).ToList();
        Write(flows.ConvertAll(each => each.Made));

        Assert.That(flows, Is.Not.Empty);
        Assert.That(flows.SelectMany(each => Wrong(each.Flow, each.Made).Concat(Refused(each.Made, each.Around))
            .Select(why => $"{each.Package.File} {each.Flow.Path}: {why}")), Is.Empty);
    }

    private static IEnumerable<(SsisPackage Package, SsisExecutable Flow, FlowTranslation Made, FlowContext Around)>
        Flows(SsisProject project) =>
        from package in project.Packages
        let around = FlowContext.Of(package, project)
        from task in ModelWalk.Of(package.Root)
        where task.Kind == ExecutableKind.DataFlow
        select (package, task, FlowTranslator.Translate(package, task, around), around);

    private static IEnumerable<string> Wrong(SsisExecutable flow, FlowTranslation made)
    {
        var paths = flow.DataFlow?.Components.Select(each => each.Path) ?? [];
        if (!made.Dispositions.Select(each => each.Path).SequenceEqual(paths))
        {
            yield return "not each component ends once";
        }

        foreach (var odd in made.Dispositions.Where(IsOdd))
        {
            yield return $"{odd.Path} is {odd.Kind} and says {odd.Open}";
        }

        HashSet<string> known = new(StringComparer.OrdinalIgnoreCase);
        foreach (var name in made.Loads.Select(each => each.Name).Concat(made.Statements.Select(each => each.Name))
            .Concat(made.RowsValues.Select(each => each.Name)).Where(each => !known.Add(each)))
        {
            yield return $"two are called {name}";
        }

        foreach (var after in made.Loads.SelectMany(each => each.After).Where(each => !known.Contains(each)))
        {
            yield return $"nothing is called {after}";
        }
    }

    private static IEnumerable<string> Refused(FlowTranslation made, FlowContext around) =>
        from query in made.Loads.Select(each => each.Source).OfType<FlowQuery>()
            .Concat(made.RowCounts.Select(each => each.Query).OfType<FlowQuery>())
            .Concat(made.Statements.Select(each => new FlowQuery(each.Connection, each.Sql, false)))
        where !query.IsWritten && around.Connections.FirstOrDefault(each => each.Name == query.Connection) is { } known
            && ConnectionDialects.Of(known) == SsisSqlDialect.SqlServer
        let refusal = SqlSyntax.Refusal(Named().Replace(query.Sql, "[$1]"))
        where refusal is not null
        select refusal!;

    private static void Write(List<FlowTranslation> flows)
    {
        var ends = flows.SelectMany(each => each.Dispositions).ToList();
        TestContext.Out.WriteLine($"{flows.Count} flows, {flows.Count(each => !HasOpen(each))} of them without an open "
            + $"component; {ends.Count} components, {ends.Count(each => each.Open is null)} of them not open");
        var reasons = ends.Select(each => each.Open).OfType<OpenReason>().GroupBy(each => (each.Code, each.Reason));
        foreach (var reason in reasons.OrderByDescending(each => each.Count()).Take(60))
        {
            TestContext.Out.WriteLine(
                $"{reason.Count()} {reason.Key.Code} {reason.Key.Reason}, as {Short(reason.First().Text)}");
        }
    }

    private static bool IsOdd(Disposition one) => (one.Kind == DispositionKind.Open) != (one.Open is not null)
        || (one.Open is { } open && !Efforts.Contains(open.Effort));

    private static bool HasOpen(FlowTranslation flow) => flow.Dispositions.Any(each => each.Open is not null);

    private static string Short(string text) =>
        string.Concat(text.Take(100).Select(each => char.IsControl(each) ? ' ' : each));

    [GeneratedRegex(@"\$\{name:([^}]+)\}")]
    private static partial Regex Named();
}
