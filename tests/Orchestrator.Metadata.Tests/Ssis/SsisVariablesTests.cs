using Orchestrator.Ssis.Model;

namespace Orchestrator.Metadata.Tests.Ssis;

internal sealed class SsisVariablesTests
{
    [TestCase(8, SsisValueType.String)]
    [TestCase(3, SsisValueType.Int32)]
    [TestCase(20, SsisValueType.Int64)]
    [TestCase(11, SsisValueType.Boolean)]
    [TestCase(7, SsisValueType.DateTime)]
    [TestCase(5, SsisValueType.Double)]
    [TestCase(14, SsisValueType.Decimal)]
    [TestCase(13, SsisValueType.Object)]
    [TestCase(99, SsisValueType.Unknown)]
    public void A_variable_has_its_type(int number, SsisValueType type)
    {
        var read = Read(SsisSample.Variable("A", number, "1")).Single();

        Assert.That((read.FullName, read.Type), Is.EqualTo(("User::A", type)));
        Assert.That(read.Value, Is.EqualTo(type == SsisValueType.Object ? null : "1"));
    }

    [Test]
    public void Whoever_sets_a_variable_is_named()
    {
        var package = Package(
            SsisSample.Variables([.. "ABCDEFG".Select(each => SsisSample.Variable($"{each}", 8, "x"))]),
            SsisSample.Task("Row", "Microsoft.ExecuteSQLTask", SsisSample.Sql("s", "", "<SQLTask:ResultBinding "
                + "SQLTask:ResultName='0' SQLTask:DtsVariableName='User::A'/><SQLTask:ParameterBinding "
                + "SQLTask:DtsVariableName='User::G' SQLTask:ParameterDirection='Input'/>")),
            SsisSample.Task("Code", "Microsoft.ScriptTask", "<ScriptProject ReadWriteVariables='B'/>"),
            SsisSample.Task("Say", "Microsoft.ExpressionTask", "<ExpressionTask Expression='@[User::C] = @G'/>"),
            SsisSample.Task("Odd", "Somebody.Task", "<Odd Into='User::D'/>"),
            SsisSample.Task("Flow", "Microsoft.Pipeline", "<pipeline><components><component refId='c' name='C' "
                + "componentClassID='Microsoft.RowCount'><properties><property name='VariableName'>User::E</property>"
                + "</properties></component></components></pipeline>"),
            SsisSample.Task("Loop", "STOCK:FORLOOP", attributes: "DTS:InitExpression='@F = 0' "
                + "DTS:EvalExpression='@F &lt; 3' DTS:AssignExpression='@F = @F + 1'"));

        var read = package.Root.Variables;

        Assert.That(read.Select(each => $"{each.Name} {string.Join(',', each.Writers)} {each.IsConstant}"),
            Is.EqualTo(new[]
            {
                "A Package\\Row False", "B Package\\Code False", "C Package\\Say False", "D Package\\Odd False",
                "E Package\\Flow False", "F Package\\Loop False", "G  True",
            }));
        Assert.That(read[^1].Readers, Is.EqualTo(new[] { "Package\\Row", "Package\\Say" }));
    }

    [TestCase("@[User::Fixed] + &quot;x&quot;", true)]
    [TestCase("@Fixed", true)]
    [TestCase("@[System::PackageName]", true)]
    [TestCase("@[User::Set]", false)]
    [TestCase("@[User::OfSet]", false)]
    [TestCase("GETDATE()", false)]
    [TestCase("&quot;GETDATE() @[User::Set]&quot;", true)]
    [TestCase("@[System::ContainerStartTime]", false)]
    [TestCase("@[$Package::Day]", true)]
    public void An_expression_is_constant_as_what_it_names_is(string expression, bool isConstant)
    {
        var package = Package(
            SsisSample.Variables(SsisSample.Variable("Asked", 8, "", expression), SsisSample.Variable("Fixed", 8, "x"),
                SsisSample.Variable("OfSet", 8, "", "@[User::Set]"), SsisSample.Variable("Set", 8, "x")),
            SsisSample.Task("Code", "Microsoft.ScriptTask", "<ScriptProject ReadWriteVariables='User::Set'/>"));

        Assert.That(package.Root.Variables[0].IsConstant, Is.EqualTo(isConstant));
    }

    [TestCase("LockOneForWrite(\"User::Set\", ref held)", false)]
    [TestCase("LockForWrite(@\"Set\")", false)]
    [TestCase("LockOneForRead(\"User::Set\", ref held)", true)]
    public void Code_that_asks_for_a_variable_while_it_runs_may_set_it(string code, bool isConstant)
    {
        var package = Package(
            SsisSample.Variables(SsisSample.Variable("Set", 8, "x")),
            SsisSample.Task("Code", "Microsoft.ScriptTask", "<ScriptProject><ProjectItem Name='Main.cs'>"
                + $"Dts.VariableDispenser.{code};</ProjectItem></ScriptProject>"));

        Assert.That(package.Root.Variables.Single().IsConstant, Is.EqualTo(isConstant));
    }

    [Test]
    public void The_nearest_variable_of_a_name_is_meant()
    {
        var package = Package(SsisSample.Variables(SsisSample.Variable("A", 8, "outer")),
            SsisSample.Task("Group", "STOCK:SEQUENCE", more:
                SsisSample.Variables(SsisSample.Variable("A", 8, "inner")) + SsisSample.Executables(SsisSample.TaskAt(
                    "Package\\Group\\Code", "Code", "Microsoft.ScriptTask",
                    "<ScriptProject ReadWriteVariables='A'/>"))));

        Assert.That(package.Root.Variables.Single().Writers, Is.Empty);
        Assert.That(package.Root.Children.Single().Variables.Single().Writers,
            Is.EqualTo(new[] { "Package\\Group\\Code" }));
    }

    [Test]
    public void Parameters_of_a_source_are_named_and_not_numbered()
    {
        const string id = "{0A0A0A0A-0B0B-0C0C-0D0D-0E0E0E0E0E0E}";
        var package = Package(
            $"<DTS:Variables><DTS:Variable DTS:Namespace='User' DTS:ObjectName='Day' DTS:DTSID='{id}'>"
            + "<DTS:VariableValue DTS:DataType='7'>1/1/2020</DTS:VariableValue></DTS:Variable></DTS:Variables>",
            SsisSample.Task("Flow", "Microsoft.Pipeline", "<pipeline><components><component refId='c' name='C' "
                + "componentClassID='Microsoft.OLEDBSource'><properties><property name='ParameterMapping'>"
                + $"\"0:Input\",{id.ToLowerInvariant()};</property></properties></component></components></pipeline>"));

        var component = package.Root.Children.Single().DataFlow!.Components.Single();
        Assert.That(component.Property("ParameterMapping"), Is.EqualTo("\"0:Input\",User::Day;"));
        Assert.That(package.Root.Variables.Single().Readers, Is.EqualTo(new[] { "Package\\Flow" }));
    }

    [Test]
    public void A_configuration_gives_a_value_before_the_run()
    {
        var package = Package(
            "<DTS:Configurations><DTS:Configuration DTS:ObjectName='Env' DTS:ConfigurationType='2' "
            + "DTS:ConfigurationString='DAY' "
            + "DTS:ConfigurationVariable='\\Package.Variables[User::A].Properties[Value]'/></DTS:Configurations>"
            + SsisSample.Variables(SsisSample.Variable("A", 8, "x")));

        var variable = package.Root.Variables.Single();
        Assert.That(variable.GivenBy, Is.EqualTo(new[] { "Env" }));
        Assert.That(variable.IsConstant, Is.True);
        Assert.That(package.Configurations.Single().Kind, Is.EqualTo(ConfigurationKind.EnvironmentVariable));
    }

    private static IReadOnlyList<SsisVariable> Read(params string[] variables) =>
        Package(SsisSample.Variables(variables)).Root.Variables;

    private static SsisPackage Package(string before, params string[] tasks) =>
        SsisSample.Read(SsisSample.New(before + SsisSample.Executables(tasks)));
}
