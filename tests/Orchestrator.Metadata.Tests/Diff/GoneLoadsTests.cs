using Orchestrator.Metadata.Diff;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Tests.Compile;
using static Orchestrator.Metadata.Tests.Compile.SolutionBuilder;

namespace Orchestrator.Metadata.Tests.Diff;

internal sealed class GoneLoadsTests
{
    [Test]
    public void A_table_that_is_read_and_loaded_no_more_is_told_with_who_reads_it()
    {
        var gone = Gone(With(Load("customer"), Load("sale")), With(Load("customer")));

        Assert.That(gone.Select(one => $"{one.Name} {one.Connection}.{one.Table}: {string.Join(", ", one.Readers)}"),
            Is.EqualTo(new[] { "Source/sale Source.sale: Staging/sales" }));
        Assert.That(gone[0].IsOfListedFile, Is.False);
    }

    [Test]
    public void A_table_that_another_package_loads_now_is_not_told()
    {
        var renamed = Load("sold") with { Target = new ObjectTarget("", null, "Sale") };

        Assert.That(Gone(With(Load("customer"), Load("sale")), With(Load("customer"), renamed)), Is.Empty);
    }

    [Test]
    public void A_table_that_nobody_reads_is_told_only_where_its_file_has_taken_the_package_along()
    {
        var before = With(Load("sale"), Load("note"));

        Assert.That(Gone(before, With(Load("sale"))), Is.Empty);
        var listed = Gone(before, new SolutionBuilder()
            .Project("Source", [Load("sale")], with: project => project with { ListsFiles = true })
            .Project("Staging", [LoadFrom("Source", "sale", "sales")])).Single();
        Assert.That((listed.Name, listed.Readers.Count, listed.IsOfListedFile), Is.EqualTo(("Source/note", 0, true)));
    }

    private static SolutionBuilder With(params ObjectDefinition[] loaded) => new SolutionBuilder()
        .Project("Source", loaded)
        .Project("Staging", [LoadFrom("Source", "sale", "sales")]);

    private static IReadOnlyList<GoneLoad> Gone(SolutionBuilder before, SolutionBuilder now) =>
        GoneLoads.Of(before.Compile().Document!, now.Plan(), now.Build());
}
