using Orchestrator.Metadata.Tests.Ssis;
using Orchestrator.Ssis.Flows;
using Orchestrator.Ssis.Flows.Plans;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Metadata.Tests.SsisFlows;

/// <summary>Flows as files have them: columns by paths or by numbers.</summary>
internal sealed class FlowPackageTests
{
    private const string New = """
        <pipeline version="1"><components>
          <component refId="Package\Load\Read" componentClassID="Microsoft.OLEDBSource" name="Read">
            <properties><property name="AccessMode">0</property><property name="OpenRowset">[dbo].[Sale]</property>
            </properties>
            <connections><connection name="OleDbConnection" connectionManagerID="{Db}"
              connectionManagerRefId="Package.ConnectionManagers[Db]" /></connections>
            <outputs><output refId="R.Out" name="Out"><outputColumns>
              <outputColumn refId="R.Out.a" lineageId="R.Out.a" name="a" dataType="i4"
                externalMetadataColumnId="R.Ext.a" />
            </outputColumns><externalMetadataColumns>
              <externalMetadataColumn refId="R.Ext.a" name="A" dataType="i4" />
            </externalMetadataColumns></output></outputs>
          </component>
          <component refId="Package\Load\More" componentClassID="Microsoft.DerivedColumn" name="More">
            <inputs><input refId="M.In" name="In"><inputColumns>
              <inputColumn refId="M.In.a" lineageId="R.Out.a" cachedName="a" cachedDataType="i4" />
            </inputColumns></input></inputs>
            <outputs><output refId="M.Out" name="Out" synchronousInputId="M.In"><outputColumns>
              <outputColumn refId="M.Out.b" lineageId="M.Out.b" name="b" dataType="i4"><properties>
                <property name="Expression" containsID="true">#{R.Out.a} + 1</property>
                <property name="FriendlyExpression" containsID="true">a + 1</property>
              </properties></outputColumn>
            </outputColumns></output></outputs>
          </component>
          <component refId="Package\Load\Write" componentClassID="Microsoft.OLEDBDestination" name="Write">
            <properties><property name="AccessMode">3</property><property name="OpenRowset">[dbo].[Copy]</property>
              <property name="FastLoadKeepNulls">false</property></properties>
            <connections><connection name="OleDbConnection" connectionManagerID="{Db}"
              connectionManagerRefId="Package.ConnectionManagers[Db]" /></connections>
            <inputs><input refId="W.In" name="In"><inputColumns>
              <inputColumn refId="W.In.b" lineageId="M.Out.b" cachedName="b" cachedDataType="i4"
                externalMetadataColumnId="W.Ext.b" />
            </inputColumns><externalMetadataColumns>
              <externalMetadataColumn refId="W.Ext.b" name="B" dataType="i8" />
              <externalMetadataColumn refId="W.Ext.c" name="C" dataType="i4" />
            </externalMetadataColumns></input></inputs>
          </component>
        </components><paths>
          <path refId="p1" startId="R.Out" endId="M.In" /><path refId="p2" startId="M.Out" endId="W.In" />
        </paths></pipeline>
        """;

    private const string Database = "DTS:ConnectionString='Data Source=s;Initial Catalog=d;Provider=SQLNCLI11.1;'";

    [Test]
    public void A_package_of_format_8_becomes_one_query()
    {
        var load = Made(New).Loads.Single();

        Assert.That((load.Source as FlowQuery)?.Sql, Is.EqualTo("SELECT [A] + 1 AS [B]\nFROM [dbo].[Sale]"));
        Assert.That(load.Columns.Select(each => (each.Target, each.DataType)),
            Is.EqualTo(((string, string)[])[("B", "bigint")]));
        Assert.That(load.KeepsNulls, Is.False);
    }

    [Test]
    public void A_package_of_numbers_becomes_the_same()
    {
        var numbers = New.Replace("#{R.Out.a}", "#17").Replace("R.Out.a", "17").Replace("R.Ext.a", "16")
            .Replace("M.Out.b", "24").Replace("refId=", "id=");

        Assert.That((Made(numbers).Loads.Single().Source as FlowQuery)?.Sql,
            Is.EqualTo("SELECT [A] + 1 AS [B]\nFROM [dbo].[Sale]"));
    }

    private static FlowTranslation Made(string pipeline)
    {
        var package = SsisSample.ReadAny(SsisSample.New(
            SsisSample.Connections(SsisSample.Connection("Db", "OLEDB", Database))
            + SsisSample.Executables(SsisSample.Task("Load", "Microsoft.Pipeline", pipeline))));
        var flow = package.Root.Children.Single(each => each.Kind == ExecutableKind.DataFlow);
        return FlowTranslator.Translate(package, flow, FlowContext.Of(package));
    }
}
