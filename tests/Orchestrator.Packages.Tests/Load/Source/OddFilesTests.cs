using System.Text;
using Orchestrator.Core;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Load.Source;

/// <summary>Files as people have them, loaded into tables: what a format says, and what its code page does not have.
/// </summary>
[TestFixture(Platform.Sqlite)]
[TestFixture(Platform.PostgreSql)]
internal sealed class OddFilesTests(Platform platform)
{
    private PatternRig _rig = null!;

    [SetUp]
    public void Make() => _rig = new PatternRig(platform);

    [TearDown]
    public void Remove() => _rig.Dispose();

    [TestCase("windows-1252", "Zoë €", "5A6FEB2080")]
    [TestCase("ibm850", "Zoë ¥", "5A6F8920BE")]
    [TestCase("iso-8859-15", "Zoë €", "5A6FEB20A4")]
    [TestCase("macintosh", "Zoë €", "5A6F9120DB")]
    [TestCase("koi8-r", "Жук", "F6D5CB")]
    public void Text_of_a_code_page_arrives(string encoding, string text, string hex)
    {
        Write([.. "id,name\n1,"u8, .. Convert.FromHexString(hex), (byte)'\n']);

        var result = Run(new FileFormat { Name = "odd", Encoding = encoding });

        Assert.That((result.Error?.Message, result.Warnings.Count), Is.EqualTo(((string?)null, 0)));
        Assert.That(_rig.Query("SELECT name FROM t"), Is.EqualTo((string[])[text]));
    }

    [Test]
    public void A_byte_that_the_code_page_does_not_define_is_refused_or_rejected_by_the_policy_of_its_column()
    {
        Write([.. "id,name\n1,a\n2,b"u8, 0x81, .. "\n3,c\n"u8]);
        var format = new FileFormat { Name = "odd", Encoding = "windows-1252" };

        var refused = Run(format);
        var rejected = Run(format, Policy.Redirect);

        Assert.That(refused.Error!.Code, Is.EqualTo("ORC3003"));
        Assert.That((rejected.Error, rejected.Counts.Inserted, rejected.Counts.Rejected),
            Is.EqualTo(((PackageError?)null, 2L, 1L)));
    }

    [Test]
    public void A_file_that_is_no_text_of_its_code_page_but_Utf8_ends_with_a_warning()
    {
        Write(Encoding.UTF8.GetBytes("id,name\n1,Zoë\n"));

        var result = Run(new FileFormat { Name = "odd", Encoding = "windows-1252" });

        Assert.That(result.Error, Is.Null);
        Assert.That(string.Join('\n', result.Warnings), Does.Contain("'t.csv' is read as windows-1252"));
    }

    [Test]
    public void All_that_a_format_says_is_read_together()
    {
        Write(Encoding.Latin1.GetBytes("Übersicht\n# '\n1;'Zoë; ''x'''\n2\n#\nSumme: 2\n"));

        var result = Run(new FileFormat
        {
            Name = "odd",
            Field = ";",
            Encoding = "iso-8859-1",
            HasHeader = false,
            SkipLines = 1,
            SkipLastLines = 1,
            Comment = "#",
            Quote = "'",
            FillsShortRows = true,
        });

        Assert.That(result.Error?.Message, Is.Null);
        Assert.That(_rig.Query("SELECT id, name FROM t ORDER BY id"), Is.EqualTo((string[])["1|Zoë; 'x'", "2|∅"]));
    }

    [Test]
    public void Columns_go_by_their_place_and_a_row_with_another_count_is_rejected()
    {
        Write("1,a\n2,b,c\n3\n4,d\n"u8.ToArray());

        var result = Run(new FileFormat { Name = "odd", HasHeader = false }, Policy.Redirect);

        Assert.That((result.Error, result.Counts.Inserted, result.Counts.Rejected),
            Is.EqualTo(((PackageError?)null, 2L, 2L)));
        Assert.That(_rig.Query("SELECT id, name FROM t ORDER BY id"), Is.EqualTo((string[])["1|a", "4|d"]));
    }

    [Test]
    public void A_file_without_its_footer_and_title_is_refused_and_nothing_of_it_loaded()
    {
        Write("1,a\n"u8.ToArray());

        var result = Run(new FileFormat { Name = "odd", HasHeader = false, SkipLines = 1, SkipLastLines = 1 });

        Assert.That(result.Error!.Code, Is.EqualTo("ORC3115"));
        Assert.That(result.Error.Message, Does.Contain("t.csv: `skipLastLines`"));
    }

    [Test]
    public void Without_a_header_columns_have_to_be_declared()
    {
        Write("1,a\n"u8.ToArray());
        _rig.Rig.Servers.Add(Odd(new FileFormat { Name = "odd", HasHeader = false }));
        var load = _rig.Load(new LoadOptions()) with { Source = Source };

        var found = PackageKinds.All["load"].Check(load, _rig.Rig.Solution).Select(wrong => wrong.Code);

        Assert.That(found, Has.Member("ORC1361"));
        Assert.That(_rig.Rig.Run(load).Error!.Code, Is.EqualTo("ORC3103"));
    }

    private static ObjectSource Source => new() { Connection = "Odd", File = "t.csv", Format = "odd" };

    private static Connection Odd(FileFormat format) => new()
    {
        Name = "Odd",
        Platform = Platform.Files,
        Folder = "in",
        Formats = new Dictionary<string, FileFormat> { [format.Name] = format },
    };

    private void Write(byte[] file) => File.WriteAllBytes(Path.Combine(_rig.Rig.Inbox, "t.csv"), file);

    private PackageResult Run(FileFormat format, Policy policy = Policy.Fail)
    {
        _rig.Rig.Servers.RemoveAll(each => each.Name == "Odd");
        _rig.Rig.Servers.Add(Odd(format));
        return _rig.Rig.Run(
            _rig.Load(new LoadOptions(), Rig.Column("id", "int"), Rig.Column("name", "nvarchar(20)")) with
            {
                Source = Source,
                Errors = new ErrorOptions { OnError = Rig.Written(policy) },
            });
    }
}
