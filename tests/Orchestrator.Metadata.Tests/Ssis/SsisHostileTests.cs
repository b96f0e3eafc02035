using System.IO.Compression;
using System.Text;
using Orchestrator.Ssis.Estates;
using Orchestrator.Ssis.Model;
using Orchestrator.Ssis.Reading;
using Orchestrator.Ssis.Xml;

namespace Orchestrator.Metadata.Tests.Ssis;

/// <summary>What others wrote is read within bounds, and refused with its place.</summary>
internal sealed class SsisHostileTests
{
    private static readonly ReadingBounds Small = new()
    {
        FileBytesMax = 200_000,
        TextMax = 1000,
        NodesMax = 2000,
        DepthMax = 50,
        EntriesMax = 5,
        ArchiveBytesMax = 100_000,
    };

    [TestCase("<!DOCTYPE a [<!ENTITY b \"c\"><!ENTITY d \"&b;&b;\">]><a>&d;</a>", "ORC6022")]
    [TestCase("<!DOCTYPE a SYSTEM \"file:///etc/passwd\"><a/>", "ORC6022")]
    [TestCase("<a>&unknown;</a>", "ORC6021")]
    [TestCase("<a><b></a>", "ORC6021")]
    [TestCase("<a>\u0001</a>", "ORC6021")]
    [TestCase("<a x='&#0;'/>", "ORC6021")]
    [TestCase("no XML", "ORC6021")]
    [TestCase("", "ORC6021")]
    [TestCase("<<<<<<< HEAD\n<a/>", "ORC6021")]
    [TestCase("<a/>", "ORC6025")]
    public void A_text_that_is_no_package_is_refused(string text, string code)
    {
        var package = SsisSample.ReadAny(text);

        Assert.That((package.IsRefused, package.Name), Is.EqualTo((true, "Nightly")));
        Assert.That(SsisSample.CodesOf(package), Is.EqualTo(code));
    }

    [Test]
    public void A_refusal_has_file_line_and_column()
    {
        var finding = SsisSample.ReadAny("<a>\n  <b>\n</a>").Findings.Single();

        Assert.That($"{finding}", Does.StartWith("Nightly.dtsx:3:3: ORC6021"));
    }

    [Test]
    public void Ten_thousand_nested_sequences_are_refused_and_end_nothing()
    {
        var text = new StringBuilder();
        for (var i = 0; i < 10_000; i++)
        {
            text.Append("<DTS:Executables><DTS:Executable DTS:CreationName='STOCK:SEQUENCE' DTS:ObjectName='S'>");
        }

        for (var i = 0; i < 10_000; i++)
        {
            text.Append("</DTS:Executable></DTS:Executables>");
        }

        Assert.That(SsisSample.CodesOf(SsisSample.ReadAny(SsisSample.New($"{text}"))), Is.EqualTo("ORC6023"));
    }

    [Test]
    public void As_many_as_may_be_are_read()
    {
        var text = "";
        for (var i = 0; i < 190; i++)
        {
            text = SsisSample.Executables(SsisSample.TaskAt($"Package\\{i}", $"S{i}", "STOCK:SEQUENCE", more: text));
        }

        Assert.That(ModelWalk.Of(SsisSample.Read(SsisSample.New(text)).Root).Count(), Is.EqualTo(191));
    }

    [Test]
    public void A_long_text_many_parts_and_a_large_file_are_refused()
    {
        var text = SsisSample.New($"<x>{new string('a', 2000)}</x>");
        var attribute = SsisSample.New($"<x y='{new string('a', 2000)}'/>");
        var parts = SsisSample.New(string.Concat(Enumerable.Repeat("<x/>", 3000)));
        var file = SsisSample.New(string.Concat(Enumerable.Repeat(" ", 300_000)));

        Assert.That(new[] { text, attribute, parts, file }
            .Select(each => SsisSample.CodesOf(SsisSample.ReadAny(each, Small))),
            Is.EqualTo(new[] { "ORC6024", "ORC6024", "ORC6024", "ORC6020" }));
    }

    [TestCase("<e:EncryptedData xmlns:e='http://www.w3.org/2001/04/xmlenc#'><e:CipherData/></e:EncryptedData>")]
    [TestCase("<DTS:Executable xmlns:DTS='www.microsoft.com/SqlServer/Dts' Encrypted='1'>AQAA</DTS:Executable>")]
    [TestCase("<DTS:Executable xmlns:DTS='www.microsoft.com/SqlServer/Dts'>"
        + "<EncryptedData xmlns='http://www.w3.org/2001/04/xmlenc#'/></DTS:Executable>")]
    public void A_package_that_is_encrypted_as_a_whole_is_named_and_passed_over(string text)
    {
        var package = SsisSample.Read(text);

        Assert.That((package.Name, package.IsEncrypted), Is.EqualTo(("Nightly", true)));
        Assert.That(SsisSample.CodesOf(package), Is.EqualTo("ORC6026"));
    }

    [TestCase("UTF-16", "utf-16")]
    [TestCase("Windows-1252", "windows-1252")]
    [TestCase("ISO-8859-1", "iso-8859-1")]
    public void A_package_of_another_encoding_is_read(string declared, string encoding)
    {
        Encoding.RegisterProvider(CodePagesEncodingProvider.Instance);
        var text = $"<?xml version='1.0' encoding='{declared}'?>"
            + SsisSample.New("", "DTS:Description='Gr\u00f6\u00dfe'");
        var target = Encoding.GetEncoding(encoding);

        var package = PackageReader.Read(
            [.. target.GetPreamble(), .. target.GetBytes(text)], "a.dtsx", [], ReadingBounds.Default);

        Assert.That(package.Description, Is.EqualTo("Gr\u00f6\u00dfe"));
    }

    [TestCase("../../evil.dtsx", "ORC6028")]
    [TestCase("..\\evil.dtsx", "ORC6028")]
    [TestCase("/evil.dtsx", "ORC6028")]
    [TestCase("C:/evil.dtsx", "ORC6028")]
    [TestCase("%2e%2e/evil.dtsx", "ORC6028")]
    [TestCase("a/../../evil.dtsx", "ORC6028")]
    public void An_entry_that_leads_out_of_its_archive_refuses_it(string name, string code) =>
        Assert.That(Archive(zip => Write(zip, name, "<a/>")), Is.EqualTo(code));

    [Test]
    public void An_archive_that_expands_without_end_is_refused() => Assert.That(
        Archive(zip => Write(zip, "a.dtsx", new string(' ', 5_000_000)), ReadingBounds.Default),
        Is.EqualTo("ORC6027"));

    [Test]
    public void Many_entries_and_many_bytes_are_refused()
    {
        void Many(ZipArchive zip) => Enumerable.Range(0, 6).ToList().ForEach(i => Write(zip, $"{i}.dtsx", "<a/>"));
        void Large(ZipArchive zip) =>
            Enumerable.Range(0, 3).ToList().ForEach(i => Write(zip, $"{i}.dtsx", new string('x', 40_000)));

        Assert.That(new[] { Archive(Many), Archive(Large) }, Is.All.EqualTo("ORC6027"));
    }

    [Test]
    public void An_archive_within_an_archive_is_told_as_it_is_not_read() =>
        Assert.That(Archive(zip => Write(zip, "Inner.ispac", "PK")), Is.EqualTo("ORC6027"));

    [TestCase("PK\u0003\u0004 no archive")]
    [TestCase("no archive")]
    public void What_is_no_archive_is_refused(string text) =>
        Assert.That(CodesOf(Encoding.Latin1.GetBytes(text), ReadingBounds.Default), Is.EqualTo("ORC6027"));

    private static string Archive(Action<ZipArchive> write, ReadingBounds? bounds = null)
    {
        using var bytes = new MemoryStream();
        using (var zip = new ZipArchive(bytes, ZipArchiveMode.Create, leaveOpen: true))
        {
            write(zip);
        }

        return CodesOf(bytes.ToArray(), bounds ?? Small);
    }

    private static string CodesOf(byte[] archive, ReadingBounds bounds)
    {
        var estate = EstateReader.Read([new("a.ispac", archive.Length, () => archive)], bounds, []);
        return string.Join(' ', estate.Findings.Select(each => each.Code));
    }

    private static void Write(ZipArchive zip, string name, string text)
    {
        using var writer = new StreamWriter(zip.CreateEntry(name).Open());
        writer.Write(text);
    }
}
