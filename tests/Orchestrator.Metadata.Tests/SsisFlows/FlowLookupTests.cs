namespace Orchestrator.Metadata.Tests.SsisFlows;

/// <summary>Lookups without a full cache, carried out on SQLite: there the database compares.</summary>
internal sealed class FlowLookupTests
{
    [TestCase("0", "1|small")]
    [TestCase("1", "1|first")]
    [TestCase("2", "1|first")]
    public void Of_several_matches_one_is_taken_by_whoever_compares(string cache, string expected)
    {
        var flow = new FlowSample().Database("Db", FlowNight.Provider)
            .Table("Sales", "Db", "Sale", "Id:i4 Code:wstr(10)")
            .Lookup("Title", "Sales", "Db", "select Code, Name, Place from Code c order by c.Place", "Sales.Code=Code",
                [("Name", "wstr(20)", "Name")], ("NoMatchBehavior", "1"), ("CacheType", cache),
                ("ReferenceMetadataXml", "<referenceColumn name=\"Code\" dataType=\"DT_WSTR\" length=\"10\"/>"
                    + "<referenceColumn name=\"Name\" length=\"20\"/><referenceColumn name=\"Place\"/>"))
            .Into("Found", "Db", "Found", "Title:Match", "Id=Sales.Id Name=Title.Name").Translate();

        using var night = new FlowNight("create table Sale (Id int, Code text collate nocase)",
            "insert into Sale values (1, 'a')", "create table Code (Code text collate nocase, Name text, Place int)",
            "insert into Code values ('a', 'small', 2), ('A', 'first', 1)",
            "create table Found (Id int, Name text)");
        night.Move(flow);

        Assert.That(night.Rows("select Id, Name from Found"), Is.EqualTo((string[])[expected]));
    }
}
