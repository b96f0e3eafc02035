using Orchestrator.Ssis.Model;
using Orchestrator.Ssis.Resolving;

namespace Orchestrator.Metadata.Tests.Ssis;

internal sealed class SsisLookupTests
{
    private static readonly SsisPackage Package = Configured(SsisSample.Read(SsisSample.New(
        "<DTS:PackageParameters><DTS:PackageParameter DTS:DataType='3' DTS:ObjectName='Rows'>"
        + SsisSample.Property("ParameterValue", "5") + "</DTS:PackageParameter></DTS:PackageParameters>"
        + SsisSample.Variables(SsisSample.Variable("Day", 8, "outer"), SsisSample.Variable("Given", 8, "design"),
            SsisSample.Variable("Sum", 8, "", "@[User::Day]"), SsisSample.Variable("FtpPassword", 8, "x"))
        + SsisSample.Executables(SsisSample.Task("Group", "STOCK:SEQUENCE", more:
            SsisSample.Variables(SsisSample.Variable("Day", 8, "inner"))
            + SsisSample.Executables(SsisSample.TaskAt("Package\\Group\\Load", "Load", "STOCK:SEQUENCE")))))));

    private static readonly SsisProject Project = new()
    {
        Name = "W",
        File = "w.dtproj",
        Parameters = [new() { Name = "Server", Type = SsisValueType.String, Value = "s" }],
    };

    [TestCase("User::Day", "Package", "outer", "Package")]
    [TestCase("Day", "Package\\Group\\Load", "inner", "Package\\Group")]
    [TestCase("User::Given", "Package\\Group\\Load", "configured", "Package")]
    [TestCase("User::Sum", "Package", null, "Package")]
    [TestCase("$Project::Server", "Package\\Group", "s", "")]
    [TestCase("$Package::Rows", "Package\\Group", "5", "")]
    [TestCase("User::FtpPassword", "Package", Secret.Marker, "Package")]
    [TestCase("System::StartTime", "Package", null, "")]
    public void A_name_has_its_value_and_container(string name, string path, string? value, string container)
    {
        var found = new ValueLookup(Project, Package).Find(name, path)!;

        Assert.That((found.Value, found.Container, found.IsConstant), Is.EqualTo((value, container, true)));
    }

    [TestCase("User::Gone")]
    [TestCase("$Project::Gone")]
    [TestCase("$Package::Server")]
    [TestCase("")]
    public void What_is_not_there_is_not_found(string name) =>
        Assert.That(new ValueLookup(Project, Package).Find(name, "Package\\Group\\Load"), Is.Null);

    [TestCase("@[User::Day]", "User::Day")]
    [TestCase(" @Day ", "User::Day")]
    [TestCase("@[$Project::Server]", "$Project::Server")]
    [TestCase("@[User::Day] + \"x\"", null)]
    [TestCase("\"x\"", null)]
    public void An_expression_that_is_nothing_but_a_name_is_that(string expression, string? name) =>
        Assert.That(new ValueLookup(Project, Package).FindBare(expression, "Package")?.FullName, Is.EqualTo(name));

    private static SsisPackage Configured(SsisPackage package) => package with
    {
        Configurations =
        [
            new()
            {
                Name = "Env",
                Values = [new("\\Package.Variables[User::Given].Properties[Value]", "String", "configured")],
            },
        ],
    };
}
