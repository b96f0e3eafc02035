using System.Text;
using System.Text.Json;
using Orchestrator.Ssis.Census;
using Orchestrator.Ssis.Json;
using Orchestrator.Ssis.Model;
using Orchestrator.Ssis.Xml;

namespace Orchestrator.Metadata.Tests.Ssis;

internal sealed class SsisModelTextTests
{
    private static readonly string Sample = SsisSample.New(
        SsisSample.Connections(SsisSample.Connection("Stage", "OLEDB", "DTS:ConnectionString='Data Source=s;'"))
        + SsisSample.Variables(SsisSample.Variable("Day", 8, "x"))
        + SsisSample.Executables(
            SsisSample.Task("Clear", "Microsoft.ExecuteSQLTask",
                SsisSample.Sql("DELETE FROM t WHERE a = &apos;Gr\u00f6\u00dfe&apos;")),
            SsisSample.Task("Load", "Microsoft.Pipeline", "<pipeline><components><component refId='c' name='C' "
                + "componentClassID='Microsoft.RowCount'/></components></pipeline>"))
        + SsisSample.Constraints(SsisSample.Constraint("Clear", "Load")));

    [Test]
    public void What_a_document_says_twice_is_kept_once()
    {
        const string words = "DTS:Description='some words'";
        var root = SsisSample.Read(SsisSample.New(SsisSample.Executables(
            SsisSample.Task("A", "STOCK:SEQUENCE", attributes: words),
            SsisSample.Task("B", "STOCK:SEQUENCE", attributes: words)))).Root;

        Assert.That(root.Children[0].Description, Is.EqualTo("some words"));
        Assert.That(root.Children[1].Description, Is.SameAs(root.Children[0].Description));
    }

    [Test]
    public void The_same_package_is_the_same_text()
    {
        var text = ModelJson.Of(SsisSample.Read(Sample));

        Assert.That(ModelJson.Of(SsisSample.Read(Sample)), Is.EqualTo(text));
        Assert.That(text, Does.EndWith("}\n").And.Not.Contain("\r").And.Contain("Gr\u00f6\u00dfe"));
    }

    [Test]
    public void What_is_empty_is_left_out()
    {
        using var text = JsonDocument.Parse(ModelJson.Of(SsisSample.Read(Sample)));

        var clear = text.RootElement.GetProperty("root").GetProperty("children")[0];
        Assert.That(clear.EnumerateObject().Select(each => each.Name), Is.EqualTo(new[]
        {
            "path", "name", "id", "line", "kind", "creationName", "maximumErrorCount", "transaction",
            "isolationLevel", "forcedResult", "connections", "sql",
        }));
        Assert.That(clear.GetProperty("kind").GetString(), Is.EqualTo("ExecuteSql"));
    }

    [Test]
    public void A_project_is_a_text_without_its_packages()
    {
        var text = ModelJson.Of(new SsisProject
        {
            Name = "W",
            File = "w.dtproj",
            Packages = [SsisSample.Read(Sample)],
        });

        Assert.That(text, Does.Contain("\"name\": \"W\"").And.Not.Contain("packages"));
    }

    [Test]
    public void What_a_reader_would_lose_is_counted()
    {
        var package = SsisSample.Read(Sample);
        var clear = package.Root.Children[0];
        var lost = package with { Root = package.Root with { Children = [clear, clear] } };

        Assert.That(PackageCensus.Differences(Encoding.UTF8.GetBytes(Sample), lost, ReadingBounds.Default),
            Is.EqualTo(new[]
            {
                "executable '{CLEAR}' stands 1 times less in the file than in the model",
                "executable '{LOAD}' stands 1 times more in the file than in the model",
                "component 'C' stands 1 times more in the file than in the model",
                "the path 'Package\\Clear' stands 2 times in the model",
            }));
    }
}
