using Microsoft.Data.Sqlite;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Metadata.Tests.SsisFlows;

/// <summary>What flows do, carried out on SQLite: the traps of Integration Services among them.</summary>
internal sealed class FlowRowsTests
{
    private const string Sales = "create table Sale (Id int, Code text, Amount int)";
    private const string Lefts = "create table Lefts (Id int, Amount int)";
    private const string Rights = "create table Rights (Id int, Name text)";

    private static FlowSample Source() => new FlowSample().Database("Db", FlowNight.Provider)
        .Table("Sales", "Db", "Sale", "Id:i4 Code:wstr(10) Amount:i4");

    [Test]
    public void A_lookup_takes_the_first_match_by_case_and_null_equals_null()
    {
        var flow = Source()
            .Lookup("Title", "Sales", "Db", "select Code, Name, Place from Code c order by c.Place", "Sales.Code=Code",
                [("Name", "wstr(20)", "Name")], ("NoMatchBehavior", "1"), ("CacheType", "0"),
                ("ReferenceMetadataXml", "<referenceColumn name=\"Code\" dataType=\"DT_WSTR\" length=\"10\"/>"
                    + "<referenceColumn name=\"Name\" length=\"20\"/><referenceColumn name=\"Place\"/>"))
            .Into("Found", "Db", "Found", "Title:Match", "Id=Sales.Id Name=Title.Name")
            .Into("Lost", "Db", "Lost", "Title:No Match", "Id=Sales.Id").Translate();

        using var night = new FlowNight(Sales,
            "insert into Sale values (1, 'a', 0), (2, 'A', 0), (3, null, 0), (4, 'z', 0), (5, 'a ', 0)",
            "create table Code (Code text collate nocase, Name text, Place int)",
            "insert into Code values ('a', 'second', 2), ('a', 'first', 1), ('A', 'large', 3), (null, 'none', 4)",
            "create table Found (Id int, Name text)", "create table Lost (Id int)");
        night.Move(flow);

        Assert.That(night.Rows("select Id, Name from Found order by Id"),
            Is.EqualTo((string[])["1|first", "2|large", "3|none"]));
        Assert.That(night.Rows("select Id from Lost order by Id"), Is.EqualTo((string[])["4", "5"]));
    }

    [Test]
    public void A_lookup_in_a_cache_reads_what_the_cache_is_filled_of()
    {
        var fill = new FlowSample("Fill").Database("Db", FlowNight.Provider)
            .Query("Codes", "Db", "select Code, Name from Code where Name <> 'old'", "Code:wstr(10) Name:wstr(20)");
        InputColumn Kept(string column, string name) =>
            fill.Taken(column) with { Properties = [new("CacheColumnName", name)] };
        fill.Add("Cache", ComponentKind.CacheTransform, "Cache", [],
            [new() { Name = "Input", Columns = [Kept("Codes.Code", "Key"), Kept("Codes.Name", "Title")] }], [])
            .Arrow("Codes", "Cache");
        var flow = Source()
            .Lookup("Title", "Sales", "Cache", "", "Sales.Code=Key", [("Name", "wstr(20)", "Title")],
                ("NoMatchBehavior", "1"), ("ConnectionType", "1"))
            .Into("Found", "Db", "Found", "Title:Match", "Id=Sales.Id Name=Title.Name").Translate(beside: fill);

        using var night = new FlowNight(Sales, "insert into Sale values (1, 'a', 0), (2, 'b', 0)",
            "create table Code (Code text, Name text)", "insert into Code values ('a', 'first'), ('b', 'old')",
            "create table Found (Id int, Name text)");
        night.Move(flow);

        Assert.That(night.Rows("select * from Found"), Is.EqualTo((string[])["1|first"]));
        Assert.That(fill.Translate().Dispositions.Select(each => each.Kind),
            Is.EqualTo((DispositionKind[])[DispositionKind.Mapped, DispositionKind.Folded]));
    }

    [Test]
    public void What_is_inserted_by_one_way_is_not_found_by_the_other()
    {
        var flow = Source()
            .Lookup("There", "Sales", "Db", "select * from Target", "Sales.Id=Id", [], ("NoMatchBehavior", "1"))
            .Into("New", "Db", "Target", "There:No Match", "Id=Sales.Id")
            .Into("Known", "Db", "Known", "There:Match", "Id=Sales.Id").Translate();

        using var night = new FlowNight(Sales, "insert into Sale values (1, 'a', 0), (2, 'b', 0)",
            "create table Target (Id int)", "insert into Target values (1)", "create table Known (Id int)");
        night.Move(flow);

        Assert.That(night.Rows("select Id from Target order by Id"), Is.EqualTo((string[])["1", "2"]));
        Assert.That(night.Rows("select Id from Known"), Is.EqualTo((string[])["1"]));
    }

    [Test]
    public void A_row_without_a_match_ends_a_lookup_that_is_not_told_what_to_do()
    {
        var flow = Source()
            .Lookup("Title", "Sales", "Db", "select * from Code", "Sales.Code=Code", [("Name", "wstr(20)", "Name")])
            .Into("Found", "Db", "Found", "Title:Match", "Id=Sales.Id Name=Title.Name").Translate();

        using var night = new FlowNight(Sales, "insert into Sale values (1, 'a', 0), (2, 'b', 0)",
            "create table Code (Code text, Name text)", "insert into Code values ('a', 'first')",
            "create table Found (Id int, Name text)");

        Assert.That(() => night.Move(flow), Throws.InstanceOf<SqliteException>());
        Assert.That(night.Rows("select * from Found"), Is.Empty);
    }

    [Test]
    public void A_condition_without_a_value_ends_a_split()
    {
        var flow = Source().Split("Parts", "Sales", "Small", ("Large", "[Amount] > 100"))
            .Into("First", "Db", "Large", "Parts:Large", "Id=Sales.Id")
            .Into("Second", "Db", "Small", "Parts:Small", "Id=Sales.Id").Translate();

        using var night = new FlowNight(Sales, "insert into Sale values (1, 'a', 500), (2, 'b', 5)",
            "create table Large (Id int)", "create table Small (Id int)");
        night.Move(flow);
        using var broken = new FlowNight(Sales, "insert into Sale values (3, 'c', null)",
            "create table Large (Id int)", "create table Small (Id int)");

        Assert.That(night.Rows("select Id from Large").Concat(night.Rows("select Id from Small")),
            Is.EqualTo((string[])["1", "2"]));
        Assert.That(() => broken.Move(flow), Throws.InstanceOf<SqliteException>());
    }

    [TestCase("0", "1|10|x;2|20|NULL;NULL|NULL|y")]
    [TestCase("1", "1|10|x;2|20|NULL")]
    [TestCase("2", "1|10|x")]
    public void A_merge_join_keeps_the_sides_that_it_is_told_to(string type, string rows)
    {
        var flow = Joined(type).Translate();

        using var night = new FlowNight(Lefts, Rights,
            "insert into Lefts values (1, 10), (2, 20)", "insert into Rights values (1, 'x'), (3, 'y')",
            "create table Joined (Id int, Amount int, Name text)");
        night.Move(flow);

        Assert.That(night.Rows("select Id, Amount, Name from Joined order by Id is null, Id"),
            Is.EqualTo(rows.Split(';')));
    }

    [Test]
    public void Null_equals_null_in_a_merge_join()
    {
        var flow = Joined("2").Translate();

        using var night = new FlowNight(Lefts, Rights,
            "insert into Lefts values (null, 10)", "insert into Rights values (null, 'x')",
            "create table Joined (Id int, Amount int, Name text)");
        night.Move(flow);

        Assert.That(night.Rows("select * from Joined"), Is.EqualTo((string[])["NULL|10|x"]));
    }

    [Test]
    public void A_union_has_all_rows_and_null_where_an_input_has_no_column()
    {
        var flow = new FlowSample().Database("Db", FlowNight.Provider).Table("A", "Db", "First", "Id:i4 Name:wstr(10)")
            .Table("B", "Db", "Second", "Id:i4");
        InputColumn To(string column, string output) =>
            flow.Taken(column) with { Properties = [new("OutputColumnLineageID", $"Union.{output}")] };
        flow.Add("Union", ComponentKind.UnionAll, "", [],
                [
                    new() { Name = "One", Columns = [To("A.Id", "Id"), To("A.Name", "Name")] },
                    new() { Name = "Two", Columns = [To("B.Id", "Id")] },
                ],
                [
                    new()
                    {
                        Name = "Output",
                        Columns = [FlowSample.Made("Union", "Id", "i4"), FlowSample.Made("Union", "Name", "wstr(10)")],
                    },
                ])
            .Arrow("A", "Union", "One").Arrow("B", "Union", "Two")
            .Into("Load", "Db", "Both", "Union", "Id=Union.Id Name=Union.Name");

        using var night = new FlowNight("create table First (Id int, Name text)", "create table Second (Id int)",
            "insert into First values (1, 'x')", "insert into Second values (1)",
            "create table Both (Id int, Name text)");
        night.Move(flow.Translate());

        Assert.That(night.Rows("select * from Both order by Name desc"), Is.EqualTo((string[])["1|x", "1|NULL"]));
    }

    [Test]
    public void Groups_of_texts_are_told_apart_by_case()
    {
        var flow = Source();
        OutputColumn Of(string name, string type, string source, string how) =>
            FlowSample.Made("Sum", name, type, ("AggregationType", how)) with { Source = flow.Origin(source) };
        flow.Step("Sum", ComponentKind.Aggregate, "Sales", "Sales.Code Sales.Amount",
                [
                    Of("Key", "wstr(10)", "Sales.Code", "0"), Of("Total", "i8", "Sales.Amount", "4"),
                    Of("Count", "ui8", "Sales.Amount", "1"), Of("Kinds", "ui8", "Sales.Amount", "3"),
                ])
            .Into("Load", "Db", "Totals", "Sum", "Code=Sum.Key Total=Sum.Total Count=Sum.Count Kinds=Sum.Kinds");

        using var night = new FlowNight("create table Sale (Id int, Code text collate nocase, Amount int)",
            "insert into Sale values (1, 'a', 1), (2, 'a', 1), (3, 'A', 4), (4, null, null)",
            "create table Totals (Code text, Total int, Count int, Kinds int)");
        night.Move(flow.Translate());

        Assert.That(night.Rows("select * from Totals order by Code collate binary"),
            Is.EqualTo((string[])["NULL|NULL|0|0", "A|4|1|1", "a|2|2|1"]));
    }

    [Test]
    public void A_sort_that_leaves_out_duplicates_keeps_one_row_for_each_key()
    {
        var flow = Source();
        flow.Add("Once", ComponentKind.Sort, "", [("EliminateDuplicates", "true")],
                [
                    new()
                    {
                        Name = "Input",
                        Columns =
                        [
                            flow.Taken("Sales.Code") with { Properties = [new("NewSortKeyPosition", "1")] },
                            flow.Taken("Sales.Amount"),
                        ],
                    },
                ],
                [
                    new()
                    {
                        Name = "Output",
                        Columns =
                        [
                            FlowSample.Made("Once", "Code", "wstr(10)") with { Source = flow.Origin("Sales.Code") },
                            FlowSample.Made("Once", "Amount", "i4") with { Source = flow.Origin("Sales.Amount") },
                        ],
                    },
                ]).Arrow("Sales", "Once")
            .Into("Load", "Db", "Codes", "Once", "Code=Once.Code Amount=Once.Amount");

        using var night = new FlowNight(Sales, "insert into Sale values (1, 'a', 7), (2, 'a', 7), (3, 'A', 8)",
            "create table Codes (Code text, Amount int)");
        night.Move(flow.Translate());

        Assert.That(night.Rows("select * from Codes order by Code"), Is.EqualTo((string[])["A|8", "a|7"]));
    }

    [Test]
    public void A_statement_for_each_row_is_one_over_all_rows()
    {
        var flow = Source();
        flow.Add("Change", ComponentKind.OleDbCommand, "Db",
                [("SqlCommand", "UPDATE [Target] SET Amount = ? + 1, At = 'what?' WHERE Id = ?")],
                [
                    new()
                    {
                        Name = "Input",
                        Columns =
                        [
                            flow.Taken("Sales.Amount") with { ExternalColumn = "Param_0" },
                            flow.Taken("Sales.Id") with { ExternalColumn = "Param_1" },
                        ],
                    },
                ], []).Arrow("Sales", "Change");
        var made = flow.Translate();

        using var night = new FlowNight(Sales, "insert into Sale values (1, 'a', 7), (2, 'a', 9)",
            "create table Target (Id int, Amount int, At text)", "insert into Target values (1, 0, ''), (3, 0, '')");
        night.Move(made);

        Assert.That(made.Statements.Single().After, Is.EqualTo(made.Loads.Select(each => each.Name)));
        Assert.That(night.Rows("select * from Target order by Id"), Is.EqualTo((string[])["1|8|what?", "3|0|"]));
    }

    [Test]
    public void Rows_that_a_statement_removes_are_those_that_a_row_names()
    {
        var flow = Source();
        flow.Add("Remove", ComponentKind.OleDbCommand, "Db", [("SqlCommand", "DELETE FROM Target WHERE Id = ?;")],
                [new() { Name = "Input", Columns = [flow.Taken("Sales.Id") with { ExternalColumn = "Param_0" }] }], [])
            .Arrow("Sales", "Remove");

        using var night = new FlowNight(Sales, "insert into Sale values (1, 'a', 7)", "create table Target (Id int)",
            "insert into Target values (1), (2)");
        night.Move(flow.Translate());

        Assert.That(night.Rows("select Id from Target"), Is.EqualTo((string[])["2"]));
    }

    [TestCase("1", "100")]
    [TestCase("100", null)]
    public void Rows_become_columns_where_no_two_are_for_one(string second, string? amount)
    {
        var flow = Source();
        InputColumn Used(string column, string usage) =>
            flow.Taken(column) with { Properties = [new("PivotUsage", usage)] };
        OutputColumn Of(string name, string type, string source, string key) =>
            FlowSample.Made("Turn", name, type, ("PivotKeyValue", key)) with { Source = flow.Origin(source) };
        flow.Add("Turn", ComponentKind.Pivot, "", [],
                [
                    new()
                    {
                        Name = "Input",
                        Columns = [Used("Sales.Id", "1"), Used("Sales.Code", "2"), Used("Sales.Amount", "3")],
                    },
                ],
                [
                    new()
                    {
                        Name = "Output",
                        Columns =
                        [
                            Of("Id", "i4", "Sales.Id", ""), Of("A", "i4", "Sales.Amount", "a"),
                            Of("B", "i4", "Sales.Amount", "b"),
                        ],
                    },
                ]).Arrow("Sales", "Turn")
            .Into("Load", "Db", "Turned", "Turn", "Id=Turn.Id A=Turn.A B=Turn.B");

        using var night = new FlowNight(Sales, "insert into Sale values (100, 'a', 100), (100, 'b', 7)",
            $"insert into Sale values ({second}, 'a', 100)", "create table Turned (Id int, A int, B int)");
        var made = flow.Translate();
        if (amount is null)
        {
            Assert.That(() => night.Move(made), Throws.InstanceOf<SqliteException>());
            return;
        }

        night.Move(made);

        Assert.That(night.Rows("select * from Turned order by Id"),
            Is.EqualTo((string[])[$"1|{amount}|NULL", "100|100|7"]));
    }

    [Test]
    public void Columns_become_rows_where_they_have_a_value()
    {
        var flow = new FlowSample().Database("Db", FlowNight.Provider)
            .Table("Wide", "Db", "Months", "Id:i4 January:i4 March:i4");
        InputColumn To(string column, string output, string key) => flow.Taken(column) with
        {
            Properties = [new("DestinationColumn", $"Part.{output}"), new("PivotKeyValue", key)],
        };
        flow.Add("Part", ComponentKind.Unpivot, "", [],
                [
                    new()
                    {
                        Name = "Input",
                        Columns =
                        [
                            To("Wide.Id", "Id", ""), To("Wide.January", "Amount", "1"), To("Wide.March", "Amount", "3"),
                        ],
                    },
                ],
                [
                    new()
                    {
                        Name = "Output",
                        Columns =
                        [
                            FlowSample.Made("Part", "Id", "i4"), FlowSample.Made("Part", "Amount", "i4"),
                            FlowSample.Made("Part", "Month", "wstr(10)", ("PivotKey", "true")),
                        ],
                    },
                ]).Arrow("Wide", "Part")
            .Into("Load", "Db", "Amounts", "Part", "Id=Part.Id Amount=Part.Amount Month=Part.Month");
        var made = flow.Translate();

        using var night = new FlowNight("create table Months (Id int, January int, March int)",
            "insert into Months values (1, 10, null), (2, 20, 30)",
            "create table Amounts (Id int, Amount int, Month text)");
        night.Move(made);
        using var empty = new FlowNight("create table Months (Id int, January int, March int)",
            "insert into Months values (1, null, null)", "create table Amounts (Id int, Amount int, Month text)");

        Assert.That(night.Rows("select * from Amounts order by Id, Month"),
            Is.EqualTo((string[])["1|10|1", "2|20|1", "2|30|3"]));
        Assert.That(() => empty.Move(made), Throws.InstanceOf<SqliteException>());
    }

    private static FlowSample Joined(string type)
    {
        var flow = new FlowSample().Database("Db", FlowNight.Provider).Table("L", "Db", "Lefts", "Id:i4 Amount:i4")
            .Table("R", "Db", "Rights", "Id:i4 Name:wstr(10)");
        OutputColumn Of(string name, string made, string source) =>
            FlowSample.Made("Join", name, made) with { Source = flow.Origin(source) };
        FlowInput Side(string name, string key, string other) =>
            new() { Name = name, Columns = [flow.Taken(key) with { SortKey = 1 }, flow.Taken(other)] };

        return flow.Add("Join", ComponentKind.MergeJoin, "",
                [("JoinType", type), ("NumKeyColumns", "1"), ("TreatNullsAsEqual", "true")],
                [
                    Side("Left", "L.Id", "L.Amount"), Side("Right", "R.Id", "R.Name"),
                ],
                [
                    new()
                    {
                        Name = "Output",
                        Columns =
                        [
                            Of("Id", "i4", "L.Id"), Of("Amount", "i4", "L.Amount"), Of("Name", "wstr(10)", "R.Name"),
                        ],
                    },
                ])
            .Arrow("L", "Join", "Left").Arrow("R", "Join", "Right")
            .Into("Load", "Db", "Joined", "Join", "Id=Join.Id Amount=Join.Amount Name=Join.Name");
    }
}
