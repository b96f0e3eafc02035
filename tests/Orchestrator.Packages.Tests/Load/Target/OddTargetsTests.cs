using System.Text;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Load.Target;

/// <summary>Files that are written in a code page, without a header, or with other quotes.</summary>
internal sealed class OddTargetsTests
{
    private Rig _rig = null!;

    private string Out => Path.Combine(_rig.Folder, "out");

    [SetUp]
    public void Make()
    {
        _rig = new Rig();
        Directory.CreateDirectory(Out);
    }

    [TearDown]
    public void Remove() => _rig.Dispose();

    [TestCase("windows-1252", "id,name\n1,Zo\u00eb\n")]
    [TestCase("iso-8859-1", "id,name\n1,Zo\u00eb\n")]
    public void Text_is_written_in_the_code_page_of_the_format(string encoding, string expected)
    {
        _rig.Write("t.csv", "id,name\n1,Zoë\n");

        var result = Run(new FileFormat { Name = "odd", Encoding = encoding });

        Assert.That(result.Error?.Message, Is.Null);
        Assert.That(Encoding.Latin1.GetString(File.ReadAllBytes(Path.Combine(Out, "t.txt"))), Is.EqualTo(expected));
    }

    [TestCase(Policy.Fail, "ORC3003", null)]
    [TestCase(Policy.Truncate, null, "id,name\n1,Zo\u00eb\n2,? ?\n")]
    [TestCase(Policy.Redirect, null, "id,name\n1,Zo\u00eb\n")]
    public void A_character_that_the_code_page_does_not_have_follows_the_policy(
        Policy policy, string? code, string? expected)
    {
        _rig.Write("t.csv", "id,name\n1,Zoë\n2,Ж \U0001F600\n");

        var result = Run(new FileFormat { Name = "odd", Encoding = "windows-1252" }, policy);

        Assert.That(result.Error?.Code, Is.EqualTo(code));
        Assert.That(File.Exists(Path.Combine(Out, "t.txt"))
            ? Encoding.Latin1.GetString(File.ReadAllBytes(Path.Combine(Out, "t.txt"))) : null, Is.EqualTo(expected));
    }

    [Test]
    public void A_file_without_a_header_and_with_other_quotes_is_written()
    {
        _rig.Write("t.csv", "id,name\n1,it's\n2,\n3,\"\"\n4,\"#a;\"\n");

        var result = Run(new FileFormat
        {
            Name = "odd",
            Field = ";",
            HasHeader = false,
            Quote = "'",
            Comment = "#",
        });

        Assert.That(result.Error?.Message, Is.Null);
        Assert.That(File.ReadAllText(Path.Combine(Out, "t.txt")), Is.EqualTo("1;'it''s'\n2;\n3;''\n4;'#a;'\n"));
    }

    [Test]
    public void Without_quotes_values_stand_as_they_are_and_no_text_is_written_as_NULL_is()
    {
        _rig.Write("t.csv", "id,name\n1,\"it's \"\"so\"\"\"\n2,\n3,\"\"\n4,\"a;b\"\n");

        var result = Run(new FileFormat { Name = "odd", Quote = "" });

        Assert.That(result.Error?.Message, Is.Null);
        Assert.That(File.ReadAllText(Path.Combine(Out, "t.txt")),
            Is.EqualTo("id,name\n1,it's \"so\"\n2,\n3,\n4,a;b\n"));
    }

    [TestCase(Policy.Fail, "ORC3003", null)]
    [TestCase(Policy.Truncate, null, "id,name\n1,x\n2,a\uFFFDb\uFFFDc\n")]
    [TestCase(Policy.Redirect, null, "id,name\n1,x\n")]
    public void A_value_that_only_quotes_could_hold_follows_the_policy(Policy policy, string? code, string? expected)
    {
        _rig.Write("t.csv", "id,name\n1,x\n2,\"a,b\nc\"\n");

        var result = Run(new FileFormat { Name = "odd", Quote = "" }, policy);

        Assert.That(result.Error?.Code, Is.EqualTo(code));
        Assert.That(File.Exists(Path.Combine(Out, "t.txt")) ? File.ReadAllText(Path.Combine(Out, "t.txt")) : null,
            Is.EqualTo(expected));
    }

    [TestCase(1, "\"", "")]
    [TestCase(0, "", "#")]
    public void A_format_that_leaves_out_what_is_not_written_is_refused(int lines, string quote, string comment)
    {
        var format = new FileFormat { Name = "odd", SkipLines = lines, Quote = quote, Comment = comment };

        Assert.That(Codes(format), Is.EqualTo((string[])["ORC1203"]));
    }

    private string[] Codes(FileFormat format)
    {
        _rig.Servers.Add(Odd(format));
        return [.. PackageKinds.All["load"].Check(Load(Policy.Fail), _rig.Solution).Select(found => found.Code)];
    }

    private PackageResult Run(FileFormat format, Policy policy = Policy.Fail)
    {
        _rig.Servers.Add(Odd(format));
        return _rig.Run(Load(policy));
    }

    private static ObjectDefinition Load(Policy policy) =>
        Rig.Load("t", Rig.Column("id", "int"), Rig.Column("name", "nvarchar(50)") with
        {
            Policies = new Policies { OnEncodingLoss = Rig.Written(policy) },
        }) with
        {
            Target = new ObjectTarget("Out", null, "t.txt") { Format = "odd" },
        };

    private static Connection Odd(FileFormat format) => new()
    {
        Name = "Out",
        Platform = Platform.Files,
        Folder = "out",
        Formats = new Dictionary<string, FileFormat> { [format.Name] = format },
    };
}
