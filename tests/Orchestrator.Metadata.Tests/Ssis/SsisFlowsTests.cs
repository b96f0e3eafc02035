using Orchestrator.Ssis.Model;

namespace Orchestrator.Metadata.Tests.Ssis;

internal sealed class SsisFlowsTests
{
    internal const string NewFlow = """
        <pipeline defaultBufferMaxRows="5000" version="1"><components>
          <component refId="Package\Load\Read" componentClassID="Microsoft.OLEDBSource" name="Read">
            <properties><property name="SqlCommand" dataType="System.String">select a from t</property></properties>
            <connections><connection refId="x" name="OleDbConnection" connectionManagerID="{Stage}:external"
              connectionManagerRefId="Project.ConnectionManagers[Stage]" /></connections>
            <outputs>
              <output refId="R.Out" name="Out"><outputColumns>
                <outputColumn refId="R.Out.a" lineageId="R.Out.a" name="a" dataType="wstr" length="20"
                  externalMetadataColumnId="R.Ext.a" errorRowDisposition="RedirectRow"
                  truncationRowDisposition="FailComponent" />
              </outputColumns><externalMetadataColumns isUsed="True">
                <externalMetadataColumn refId="R.Ext.a" name="A" dataType="str" length="20" codePage="1252" />
              </externalMetadataColumns></output>
              <output refId="R.Err" name="Error" isErrorOut="true"><outputColumns>
                <outputColumn refId="R.Err.a" lineageId="R.Err.a" name="a" dataType="wstr" length="20" />
              </outputColumns></output>
            </outputs>
          </component>
          <component refId="Package\Load\Convert" componentClassID="Microsoft.DataConvert" name="Convert">
            <inputs><input refId="C.In" name="In"><inputColumns>
              <inputColumn refId="C.In.a" lineageId="R.Out.a" cachedName="a" cachedDataType="wstr" cachedLength="20"
                usageType="readWrite" />
            </inputColumns></input></inputs>
            <outputs><output refId="C.Out" name="Out" exclusionGroup="1" synchronousInputId="C.In"><outputColumns>
              <outputColumn refId="C.Out.b" lineageId="C.Out.b" name="b" dataType="numeric" precision="18" scale="2">
                <properties><property name="SourceInputColumnLineageID" containsID="true">#{R.Out.a}</property>
                </properties></outputColumn>
            </outputColumns></output></outputs>
          </component>
          <component refId="Package\Load\Odd" componentClassID="Somebody.Cleaner" name="Odd" contactInfo="Somebody;1">
            <inputs><input refId="O.In" name="In"><inputColumns>
              <inputColumn refId="O.In.b" lineageId="C.Out.b" /><inputColumn refId="O.In.x" lineageId="Gone" />
            </inputColumns></input></inputs>
          </component>
        </components><paths>
          <path refId="p1" name="One" startId="R.Out" endId="C.In" /><path refId="p2" startId="C.Out" endId="O.In" />
        </paths></pipeline>
        """;

    internal const string OldFlow = """
        <pipeline id="0"><components>
          <component id="1" name="Read" componentClassID="{BCEFE59B-6819-47F7-A125-63753B33ABB7}" contactInfo="x">
            <outputs><output id="11" name="Out" synchronousInputId="0" isErrorOut="false"><outputColumns>
              <outputColumn id="17" name="a" lineageId="17" length="20" dataType="wstr" codePage="0"
                externalMetadataColumnId="16" />
            </outputColumns><externalMetadataColumns><externalMetadataColumn id="16" name="A" dataType="wstr" />
            </externalMetadataColumns></output></outputs>
          </component>
          <component id="2" name="Convert" componentClassID="{BD06A22E-BC69-4AF7-A69B-C44C2EF684BB}">
            <inputs><input id="21" name="In"><inputColumns>
              <inputColumn id="22" name="" lineageId="17" usageType="readOnly" />
            </inputColumns></input></inputs>
            <outputs><output id="23" name="Out" synchronousInputId="21"><outputColumns>
              <outputColumn id="24" name="b" lineageId="24" dataType="i4"><properties>
                <property id="25" name="SourceInputColumnLineageID" containsID="true">17</property>
              </properties></outputColumn>
            </outputColumns></output></outputs>
          </component>
        </components><paths><path id="30" name="One" startId="11" endId="21" /></paths></pipeline>
        """;

    [Test]
    public void Columns_are_followed_to_those_that_they_come_from()
    {
        var (flow, _) = New();
        var origin = new ColumnOrigin("Package\\Load\\Read", "Out", "a");

        var convert = flow.Components[1];
        var column = convert.Inputs.Single().Columns.Single();
        Assert.That((column.Name, column.Origin, column.IsChanged), Is.EqualTo(("a", origin, true)));
        Assert.That(column.Type, Is.EqualTo(new FlowType("DT_WSTR", 20, 0, 0, 0)));
        var output = convert.Outputs.Single();
        Assert.That((output.SynchronousInput, output.ExclusionGroup), Is.EqualTo(("In", 1)));
        Assert.That(output.Columns.Single().Source, Is.EqualTo(origin));
        Assert.That(output.Columns.Single().Type, Is.EqualTo(new FlowType("DT_NUMERIC", 0, 18, 2, 0)));
        Assert.That(output.Columns.Single().Properties.Single().Value, Is.EqualTo("R.Out.a"));
    }

    [Test]
    public void A_source_has_its_statement_connection_and_error_output()
    {
        var (flow, task) = New();

        var read = flow.Components[0];
        Assert.That((read.Kind, read.Path, read.Property("SqlCommand")),
            Is.EqualTo((ComponentKind.OleDbSource, "Package\\Load\\Read", "select a from t")));
        Assert.That(read.Connections.Single(), Is.EqualTo(new ComponentConnection("OleDbConnection", "Stage", true)));
        Assert.That(read.Outputs.Select(each => (each.Name, each.IsError)),
            Is.EqualTo(new[] { ("Out", false), ("Error", true) }));
        var column = read.Outputs[0].Columns.Single();
        Assert.That((column.ExternalColumn, column.OnError, column.OnTruncation),
            Is.EqualTo(("A", RowDisposition.RedirectRow, RowDisposition.FailComponent)));
        Assert.That(read.Outputs[0].ExternalColumns.Single().Type,
            Is.EqualTo(new FlowType("DT_STR", 20, 0, 0, 1252)));
        Assert.That(task.Connections, Is.EqualTo(new[] { "Stage" }));
        Assert.That(task.Properties, Does.Contain(new SsisProperty("defaultBufferMaxRows", "5000")));
    }

    [Test]
    public void Arrows_lead_from_outputs_to_inputs()
    {
        var (flow, _) = New();

        Assert.That(flow.Paths, Is.EqualTo(new FlowPath[]
        {
            new("Package\\Load\\Read", "Out", "Package\\Load\\Convert", "In", "One"),
            new("Package\\Load\\Convert", "Out", "Package\\Load\\Odd", "In", ""),
        }));
    }

    [Test]
    public void A_component_that_nobody_knows_is_a_node_with_its_text_and_what_it_lacks_is_said()
    {
        var package = SsisSample.Read(Package(NewFlow));

        var odd = package.Root.Children.Single().DataFlow!.Components[2];
        Assert.That((odd.Kind, odd.ClassId, odd.Contact),
            Is.EqualTo((ComponentKind.Other, "Somebody.Cleaner", "Somebody")));
        Assert.That(odd.RawText, Does.StartWith("<component").And.Contain("Somebody.Cleaner"));
        Assert.That(odd.Inputs.Single().Columns.Select(each => each.Origin?.Column), Is.EqualTo(new[] { "b", null }));
        Assert.That(SsisSample.CodesOf(package), Is.EqualTo("ORC6035"));
    }

    [TestCase(2)]
    [TestCase(3)]
    public void A_flow_of_numbers_is_read_as_one_of_paths(int format)
    {
        var package = SsisSample.Read(SsisSample.Old(SsisSample.OldTask("Load", "DTS.Pipeline.1", OldFlow), format));

        var flow = package.Root.Children.Single().DataFlow!;
        Assert.That(flow.Components.Select(each => each.Kind),
            Is.EqualTo(new[] { ComponentKind.OleDbSource, ComponentKind.DataConversion }));
        var column = flow.Components[1].Inputs.Single().Columns.Single();
        Assert.That((column.Name, column.Type.Name), Is.EqualTo(("a", "DT_WSTR")));
        Assert.That(column.Origin, Is.EqualTo(new ColumnOrigin("Package\\Load\\Read", "Out", "a")));
        Assert.That(flow.Components[1].Outputs.Single().Columns.Single().Source, Is.EqualTo(column.Origin));
        Assert.That(flow.Components[0].Outputs.Single().SynchronousInput, Is.Empty);
        Assert.That(flow.Paths.Single().To, Is.EqualTo("Package\\Load\\Convert"));
    }

    [TestCase("Microsoft.Lookup", "", "", ComponentKind.Lookup)]
    [TestCase("DTSTransform.DerivedColumn.3", "", "", ComponentKind.DerivedColumn)]
    [TestCase("Attunity.SSISODBCSrc", "", "", ComponentKind.OdbcSource)]
    [TestCase("Microsoft.ManagedComponentHost", "Microsoft.DataReaderSourceAdapter", "", ComponentKind.AdoNetSource)]
    [TestCase("{874F7595-FB5F-40FF-96AF-FBFF8250E3EF}",
        "Microsoft.SqlServer.Dts.Pipeline.ScriptComponentHost, Microsoft.SqlServer.TxScript", "", ComponentKind.Script)]
    [TestCase("Microsoft.ManagedComponentHost", "Devart.SSIS.Salesforce.SalesforceLookup, Devart", "",
        ComponentKind.Other)]
    [TestCase("CozyRoc.Lookup", "", "", ComponentKind.Other)]
    [TestCase("{00000000-0000-0000-0000-000000000001}", "", "Fuzzy Lookup;Microsoft", ComponentKind.FuzzyLookup)]
    [TestCase("{00000000-0000-0000-0000-000000000001}", "", "Quelle;Microsoft", ComponentKind.Other)]
    public void A_component_has_its_kind_however_it_is_called(
        string classId, string hosted, string contact, ComponentKind kind)
    {
        var flow = $"<pipeline><components><component refId='x' name='X' componentClassID='{classId}' "
            + $"contactInfo='{contact}'><properties><property name='UserComponentTypeName'>{hosted}</property>"
            + "</properties></component></components></pipeline>";

        Assert.That(SsisSample.Only("Microsoft.Pipeline", flow).DataFlow!.Components.Single().Kind, Is.EqualTo(kind));
    }

    [Test]
    public void A_script_component_has_its_texts()
    {
        const string flow = "<pipeline><components><component refId='x' name='X' "
            + "componentClassID='Microsoft.ManagedComponentHost'><properties>"
            + "<property name='SourceCode' isArray='true'><arrayElements>"
            + "<arrayElement>main.cs</arrayElement><arrayElement>UTF8</arrayElement>"
            + "<arrayElement>class A { }</arrayElement></arrayElements></property>"
            + "<property name='BinaryCode' isArray='true'><arrayElements><arrayElement>TVqQ</arrayElement>"
            + "</arrayElements></property><property name='ScriptLanguage'>CSharp</property>"
            + "<property name='ReadWriteVariables'>User::N</property>"
            + "<property name='UserComponentTypeName'>Microsoft.ScriptComponentHost</property>"
            + "</properties></component></components></pipeline>";

        var read = SsisSample.Only("Microsoft.Pipeline", flow).DataFlow!.Components.Single();

        Assert.That(read.Script!.Files, Is.EqualTo(new ScriptFile[] { new("main.cs", "class A { }") }));
        Assert.That(read.Script.WriteVariables, Is.EqualTo(new[] { "User::N" }));
        Assert.That(read.Properties.Select(each => each.Name), Does.Not.Contain("BinaryCode"));
    }

    [TestCase(2)]
    [TestCase(3)]
    public void Old_formats_say_at_the_output_alone_what_rows_are_sorted_by(int format)
    {
        var flow = OldFlow.Replace("lineageId=\"17\" length", "lineageId=\"17\" sortKeyPosition=\"1\" length",
            StringComparison.Ordinal);

        var package = SsisSample.Read(SsisSample.Old(SsisSample.OldTask("Load", "DTS.Pipeline.1", flow), format));

        var column = package.Root.Children.Single().DataFlow!.Components[1].Inputs.Single().Columns.Single();
        Assert.That(column.SortKey, Is.EqualTo(1));
    }

    private static (DataFlowTask Flow, SsisExecutable Task) New()
    {
        var task = SsisSample.Read(Package(NewFlow)).Root.Children.Single();
        return (task.DataFlow!, task);
    }

    private static string Package(string flow) => SsisSample.New(
        SsisSample.Connections(SsisSample.Connection("Stage", "OLEDB", "DTS:ConnectionString='Data Source=s'"))
        + SsisSample.Executables(SsisSample.Task("Load", "Microsoft.Pipeline", flow)));
}
