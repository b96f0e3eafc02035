using Orchestrator.Core.Types;
using Orchestrator.Metadata.Loading;

namespace Orchestrator.Metadata.Tests.Loading;

internal sealed class SampleSolutionTests
{
    [Test]
    public void The_shop_reads_without_a_word()
    {
        var loaded = SolutionLoader.Load(Samples.Folder("shop"));

        Assert.That(loaded.Diagnostics, Is.Empty);
        Assert.That(loaded.Solution!.Projects.Sum(project => project.Objects.Count), Is.EqualTo(120));
    }

    [Test]
    public void AdventureWorks_reads_without_an_error()
    {
        var loaded = SolutionLoader.Load(Samples.Folder("adventureworks"));

        Assert.That(loaded.Diagnostics, Is.Empty);
        Assert.That(loaded.Solution!.Projects.Sum(project => project.Objects.Count), Is.EqualTo(183));
    }

    [Test]
    public void A_repeated_object_reads_the_table_that_the_one_before_it_writes()
    {
        var solution = SolutionLoader.Load(Samples.Folder("shop")).Solution!;

        var customer = solution.Projects.Single(project => project.Name == "Staging").Objects
            .Single(one => one.Name == "customer");

        Assert.That(customer.InheritedFrom, Is.EqualTo("Source/customer"));
        Assert.That(customer.Source!.Connection, Is.EqualTo("Source"));
        Assert.That(customer.Source.WrittenBy, Is.EqualTo(new Model.TableWriter("Source", "Core", "customer")));
        Assert.That(customer.Columns.Select(column => column.Name), Is.EqualTo(
            new[] { "CustomerId", "FirstName", "LastName", "Email", "CountryId", "Born" }));
        Assert.That(customer.Columns[2].DataType, Is.EqualTo(new SqlType(SqlTypeKind.NVarChar, 20)));
        Assert.That(customer.Columns[3].Sensitive, Is.True);
    }
}
