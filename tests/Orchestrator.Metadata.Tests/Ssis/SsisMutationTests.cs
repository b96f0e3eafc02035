using System.Text;
using System.Xml.Linq;
using Orchestrator.Ssis.Census;
using Orchestrator.Ssis.Json;
using Orchestrator.Ssis.Model;
using Orchestrator.Ssis.Reading;
using Orchestrator.Ssis.Resolving;
using Orchestrator.Ssis.Xml;

namespace Orchestrator.Metadata.Tests.Ssis;

/// <summary>Packages that lack something or hold what nobody expects are read, too: nothing is thrown, nothing lost.
/// </summary>
internal sealed class SsisMutationTests
{
    private const int Rounds = 400;

    private static readonly string[] Odd = ["", "-1", "x", "../[y]\\${z}", "{", "99999999999", "#{", "_x00"];

    private static readonly string New = SsisSample.New(
        SsisSample.Connections(SsisSample.Connection("Stage", "OLEDB", "DTS:ConnectionString='Data Source=s;a=\"'"),
            SsisSample.Connection("File", "FLATFILE", "DTS:Format='Delimited'",
                "<DTS:FlatFileColumns><DTS:FlatFileColumn DTS:ObjectName='a' DTS:DataType='129'/>"
                + "</DTS:FlatFileColumns>"))
        + SsisSample.Variables(SsisSample.Variable("A", 8, "x", "@[User::B]"), SsisSample.Variable("B", 3, "1"))
        + SsisSample.Executables(
            SsisSample.Task("Clear", "Microsoft.ExecuteSQLTask", SsisSample.Sql("s", "", "<SQLTask:ResultBinding "
                + "SQLTask:ResultName='0' SQLTask:DtsVariableName='User::B'/>")),
            SsisSample.Task("Load", "Microsoft.Pipeline", SsisFlowsTests.NewFlow),
            SsisSample.Task("Each", "STOCK:FOREACHLOOP", more: "<DTS:ForEachEnumerator "
                + "DTS:CreationName='Microsoft.ForEachADOEnumerator'><DTS:ObjectData><FEEADO VarName='User::A'/>"
                + "</DTS:ObjectData></DTS:ForEachEnumerator>" + SsisSample.Executables(SsisSample.TaskAt(
                    "Package\\Each\\Call", "Call", "Microsoft.ExecutePackageTask",
                    "<ExecutePackageTask><PackageName>x</PackageName></ExecutePackageTask>"))))
        + SsisSample.Constraints(SsisSample.Constraint("Clear", "Load"), SsisSample.Constraint("Load", "Each")));

    private static readonly string Old = SsisSample.Old(
        SsisSample.OldTask("Clear", "Microsoft.SqlServer.Dts.Tasks.ExecuteSQLTask.ExecuteSQLTask", SsisSample.Sql("s"))
        + SsisSample.OldTask("Load", "SSIS.Pipeline.2", SsisFlowsTests.OldFlow)
        + SsisSample.OldConstraint("Clear", "Load"));

    [Test]
    public void A_package_that_lacks_a_part_is_read([Values] bool isOld)
    {
        var random = new Random(20260128);
        for (var round = 0; round < Rounds; round++)
        {
            var document = XDocument.Parse(isOld ? Old : New);
            var element = Any(random, [.. document.Root!.Descendants().Where(each => each.Name != Dts.ObjectData)]);
            element.Remove();

            AssertIsRead(Encoding.UTF8.GetBytes($"{document}"), $"without {element}");
        }
    }

    [Test]
    public void A_package_with_odd_values_is_read([Values] bool isOld)
    {
        var random = new Random(20260129);
        for (var round = 0; round < Rounds; round++)
        {
            var document = XDocument.Parse(isOld ? Old : New);
            var attribute = Any(random, [.. document.Root!.DescendantsAndSelf().Attributes()
                .Where(each => !each.IsNamespaceDeclaration)]);
            var text = Any(random, Odd);
            var message = $"{attribute} as {text}";
            attribute.Value = text;

            AssertIsRead(Encoding.UTF8.GetBytes($"{document}"), message);
        }
    }

    [Test]
    public void A_package_with_damaged_bytes_is_read_or_refused([Values] bool isOld)
    {
        var random = new Random(20260130);
        for (var round = 0; round < Rounds; round++)
        {
            var bytes = Encoding.UTF8.GetBytes(isOld ? Old : New);
            var at = random.Next(bytes.Length);
            bytes[at] = (byte)random.Next(256);

            AssertIsRead(bytes, $"byte {at} as {bytes[at]}");
        }
    }

    private static void AssertIsRead(byte[] bytes, string message)
    {
        var package = Read(bytes);

        Assert.That(PackageCensus.Differences(bytes, package, ReadingBounds.Default), Is.Empty, message);
        Assert.That(ModelJson.Of(Read(bytes)), Is.EqualTo(ModelJson.Of(package)), message);
    }

    private static SsisPackage Read(byte[] bytes) =>
        VariableResolver.Resolve(PackageReader.Read(bytes, "a.dtsx", [], ReadingBounds.Default));

    private static T Any<T>(Random random, T[] all) => all[random.Next(all.Length)];
}
