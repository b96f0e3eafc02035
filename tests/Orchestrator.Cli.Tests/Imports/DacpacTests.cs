using System.IO.Compression;
using System.Text;

namespace Orchestrator.Cli.Tests.Imports;

/// <summary>The model in a `.dacpac`.</summary>
internal sealed class DacpacTests
{
    private const string Begin = """
        <?xml version="1.0" encoding="utf-8"?>
        <DataSchemaModel FileFormatVersion="1.2"
          xmlns="http://schemas.microsoft.com/sqlserver/dac/Serialization/2012/02">
        <Header><CustomData Category="x" /></Header><Model>
        """;

    private const string End = "</Model></DataSchemaModel>";

    private const string Model = Begin + """
        <Element Type="SqlDatabaseOptions" Disambiguator="1"><Property Name="Collation" Value="Greek_CI_AS" /></Element>
        <Element Type="SqlDefaultConstraint" Name="[dbo].[DF]">
          <Property Name="DefaultExpressionScript"><Value><![CDATA[((0))]]></Value></Property>
          <Relationship Name="DefiningTable"><Entry><References Name="[dbo].[T]" /></Entry></Relationship>
          <Relationship Name="ForColumn"><Entry><References Name="[dbo].[T].[Price]" /></Entry></Relationship></Element>
        <Element Type="SqlForeignKeyConstraint" Name="[dbo].[FK]">
          <Relationship Name="Columns"><Entry><References Name="[dbo].[T].[Other]" /></Entry></Relationship>
          <Relationship Name="DefiningTable"><Entry><References Name="[dbo].[T]" /></Entry></Relationship>
          <Relationship Name="ForeignColumns"><Entry><References Name="[a ]] b].[U].[Id]" /></Entry></Relationship>
          <Relationship Name="ForeignTable"><Entry><References Name="[a ]] b].[U]" /></Entry></Relationship></Element>
        <Element Type="SqlPrimaryKeyConstraint">
          <Relationship Name="ColumnSpecifications"><Entry><Element Type="SqlIndexedColumnSpecification">
            <Relationship Name="Column"><Entry><References Name="[dbo].[T].[Id]" /></Entry></Relationship></Element>
          </Entry></Relationship>
          <Relationship Name="DefiningTable"><Entry><References Name="[dbo].[T]" /></Entry></Relationship></Element>
        <Element Type="SqlProcedure" Name="[dbo].[p]" />
        <Element Type="SqlTable" Name="[dbo].[T]"><Relationship Name="Columns">
          <Entry><Element Type="SqlSimpleColumn" Name="[dbo].[T].[Id]"><Property Name="IsNullable" Value="False" />
            <Property Name="IsIdentity" Value="True" /><Relationship Name="TypeSpecifier"><Entry>
            <Element Type="SqlTypeSpecifier"><Relationship Name="Type"><Entry>
            <References ExternalSource="BuiltIns" Name="[int]" /></Entry></Relationship></Element></Entry>
            </Relationship></Element></Entry>
          <Entry><Element Type="SqlSimpleColumn" Name="[dbo].[T].[Other]"><Relationship Name="TypeSpecifier"><Entry>
            <Element Type="SqlTypeSpecifier"><Relationship Name="Type"><Entry>
            <References Name="[dbo].[Flag]" /></Entry></Relationship></Element></Entry></Relationship></Element></Entry>
          <Entry><Element Type="SqlSimpleColumn" Name="[dbo].[T].[Price]"><Relationship Name="TypeSpecifier"><Entry>
            <Element Type="SqlTypeSpecifier"><Property Name="Scale" Value="2" /><Property Name="Precision" Value="9" />
            <Relationship Name="Type"><Entry><References ExternalSource="BuiltIns" Name="[decimal]" /></Entry>
            </Relationship></Element></Entry></Relationship></Element></Entry>
          <Entry><Element Type="SqlSimpleColumn" Name="[dbo].[T].[Name]"><Relationship Name="TypeSpecifier"><Entry>
            <Element Type="SqlTypeSpecifier"><Property Name="IsMax" Value="True" /><Relationship Name="Type"><Entry>
            <References ExternalSource="BuiltIns" Name="[varchar]" /></Entry></Relationship></Element></Entry>
            </Relationship></Element></Entry>
          <Entry><Element Type="SqlComputedColumn" Name="[dbo].[T].[Twice]">
            <Property Name="ExpressionScript"><Value><![CDATA[([Id]*(2))]]></Value></Property></Element></Entry>
        </Relationship></Element>
        <Element Type="SqlUserDefinedDataType" Name="[dbo].[Flag]"><Property Name="IsNullable" Value="True" />
          <Relationship Name="Type"><Entry><References ExternalSource="BuiltIns" Name="[bit]" /></Entry></Relationship>
        </Element>
        <Element Type="SqlView" Name="[dbo].[V]">
          <Property Name="QueryScript"><Value><![CDATA[SELECT t.Id, t.Price AS Cost FROM dbo.T AS t]]></Value>
          </Property>
          <Relationship Name="Columns"><Entry><Element Type="SqlComputedColumn" Name="[dbo].[V].[Id]" /></Entry>
          <Entry><Element Type="SqlComputedColumn" Name="[dbo].[V].[Cost]" /></Entry></Relationship></Element>
        """ + End;

    private ScriptSolution _solution = null!;

    [SetUp]
    public void Make() => _solution = new ScriptSolution();

    [TearDown]
    public void Remove() => _solution.Dispose();

    [Test]
    public void A_model_tells_what_a_script_would()
    {
        _solution.WriteBytes("shop.dacpac", TestZip.Of("DacMetadata.xml", "<a />", "model.xml", Model));

        var content = _solution.Read("shop.dacpac");

        Assert.That(ScriptSolution.Problems(content), Is.Empty);
        Assert.That(content.IsWhole, Is.True);
        Assert.That(ScriptSolution.Columns(content, "dbo.T"), Is.EqualTo((string[])[
            "Id int NOT NULL identity", "Other bit = [dbo].[Flag]", "Price decimal(9,2) DEFAULT ((0))",
            "Name varchar(max) = varchar(max) COLLATE Greek_CI_AS", "Twice int AS ([Id]*(2))",
        ]));
        Assert.That(ScriptSolution.Columns(content, "dbo.V"), Is.EqualTo((string[])[
            "Id int NOT NULL", "Cost decimal(9,2)",
        ]));
        var table = content.Tables.Single(each => each.Name.Name == "T");
        Assert.That(table.PrimaryKey, Is.EqualTo((string[])["Id"]));
        Assert.That(table.ForeignKeys.Select(key => $"{key.Name} {key.To} {key.ToColumns[0]}"),
            Is.EqualTo((string[])["FK a ] b.U Id"]));
    }

    [TestCase("<!DOCTYPE a [<!ENTITY b \"bbbb\"><!ENTITY c \"&b;&b;&b;\">]><a>&c;</a>")]
    [TestCase("<!DOCTYPE a SYSTEM \"file:///etc/passwd\"><a />")]
    [TestCase("<a><b>")]
    public void A_model_with_a_DTD_or_no_end_is_refused(string model)
    {
        _solution.WriteBytes("shop.dacpac", TestZip.Of("model.xml", model));

        Assert.That(ScriptSolution.Problems(_solution.Read("shop.dacpac")),
            Is.EqualTo((string[])["shop.dacpac ORC6150"]));
    }

    [Test]
    public void A_package_without_a_model_is_refused()
    {
        _solution.WriteBytes("shop.dacpac", TestZip.Of("../model.xml", Model));

        Assert.That(ScriptSolution.Problems(_solution.Read("shop.dacpac")),
            Is.EqualTo((string[])["shop.dacpac ORC6150"]));
    }

    [Test]
    public void A_model_that_unpacks_to_far_more_is_refused_unread()
    {
        using var packed = new MemoryStream();
        using (var zip = new ZipArchive(packed, ZipArchiveMode.Create, leaveOpen: true))
        using (var model = zip.CreateEntry("model.xml", CompressionLevel.SmallestSize).Open())
        {
            model.Write(Encoding.UTF8.GetBytes($"<a>{new string(' ', 40 << 20)}</a>"));
        }

        _solution.WriteBytes("shop.dacpac", packed.ToArray());

        var called = _solution.Import("shop.dacpac");

        Assert.That(called.ExitCode, Is.EqualTo(1));
        Assert.That(called.Error, Does.Contain("shop.dacpac ORC6161").And.Contain("unpacks to 40 MB"));
    }

    [TestCase("<a/>", 1_000_001, "")]
    [TestCase("", 0, "text")]
    [TestCase("", 0, "attribute")]
    public void An_element_that_holds_more_than_is_read_is_told_with_its_place_and_left_out(
        string part, int times, string what)
    {
        var random = new Random(7);
        var longText = what.Length == 0 ? "" : string.Create(17 << 20, random, static (text, dice) =>
        {
            for (var at = 0; at < text.Length; at++)
            {
                text[at] = (char)('a' + dice.Next(26));
            }
        });
        var model = new StringBuilder(Begin).Append("\n<Element Type=\"SqlTable\" Name=\"[dbo].[Large]\">")
            .Append(what == "text" ? $"<Property Name=\"a\"><Value>{longText}</Value></Property>"
                : what == "attribute" ? $"<Property Name=\"{longText}\" />" : "");
        model.Insert(model.Length, part, times).Append("<b/></Element>\n")
            .Append("<Element Type=\"SqlTable\" Name=\"[dbo].[T]\" />").Append(End);
        _solution.WriteBytes("shop.dacpac", TestZip.Of("model.xml", model.ToString()));

        var content = _solution.Read("shop.dacpac");

        Assert.That(ScriptSolution.Problems(content), Is.EqualTo((string[])["shop.dacpac:5:2 ORC6161"]));
        Assert.That(content.Tables.Select(table => $"{table.Name}"), Is.EqualTo((string[])["dbo.T"]));
    }

    [Test]
    public void Elements_within_elements_do_nothing()
    {
        var deep = new StringBuilder(Begin);
        deep.Insert(deep.Length, "<Element Type=\"SqlTable\" Name=\"[dbo].[T]\">", 20_000);
        deep.Insert(deep.Length, "</Element>", 20_000);
        _solution.WriteBytes("shop.dacpac", TestZip.Of("model.xml", deep.Append(End).ToString()));

        Assert.That(_solution.Read("shop.dacpac").Tables.Select(table => $"{table.Name}"),
            Is.EqualTo((string[])["dbo.T"]));
    }
}
