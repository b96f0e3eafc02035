namespace Orchestrator.Cli.Tests.Imports.Ssis;

/// <summary>Data flows between flat files, as their designer writes them in format 8.</summary>
internal static class FileFlowXml
{
    /// <summary>A connection to a csv file with one column of whole numbers.</summary>
    public static string Connection(string name, string path, string column) =>
        $"<DTS:ConnectionManager DTS:refId=\"Package.ConnectionManagers[{name}]\" DTS:CreationName=\"FLATFILE\" "
        + $"DTS:DTSID=\"{{{name}}}\" DTS:ObjectName=\"{name}\"><DTS:ObjectData><DTS:ConnectionManager "
        + "DTS:Format=\"Delimited\" DTS:CodePage=\"65001\" DTS:ColumnNamesInFirstDataRow=\"True\" "
        + "DTS:HeaderRowDelimiter=\"_x000D__x000A_\" DTS:RowDelimiter=\"\" DTS:TextQualifier=\"_x0022_\" "
        + $"DTS:ConnectionString=\"{path}\"><DTS:FlatFileColumns><DTS:FlatFileColumn DTS:ColumnType=\"Delimited\" "
        + $"DTS:ColumnDelimiter=\"_x000D__x000A_\" DTS:DataType=\"3\" DTS:ObjectName=\"{column}\"/>"
        + "</DTS:FlatFileColumns></DTS:ConnectionManager></DTS:ObjectData></DTS:ConnectionManager>";

    /// <summary>A flow that writes twice the Amount of one file into the Double of another.</summary>
    public static string Doubling(string path, string from, string to) =>
        PackageXml.Task(path, "Microsoft.Pipeline", $$"""
            <pipeline version="1"><components>
            <component refId="Package\{{path}}\Read" componentClassID="Microsoft.FlatFileSource" name="Read">
            <properties><property name="RetainNulls">true</property></properties>
            <connections><connection refId="Package\{{path}}\Read.Connections[FlatFileConnection]"
              connectionManagerID="{{{from}}}" connectionManagerRefId="Package.ConnectionManagers[{{from}}]"
              name="FlatFileConnection"/></connections>
            <outputs><output refId="Package\{{path}}\Read.Outputs[Out]" name="Out"><outputColumns>
            <outputColumn refId="Package\{{path}}\Read.Outputs[Out].Columns[Amount]" name="Amount" dataType="i4"
              lineageId="Package\{{path}}\Read.Outputs[Out].Columns[Amount]"
              externalMetadataColumnId="Package\{{path}}\Read.Outputs[Out].ExternalColumns[Amount]"/>
            </outputColumns><externalMetadataColumns><externalMetadataColumn name="Amount" dataType="i4"
              refId="Package\{{path}}\Read.Outputs[Out].ExternalColumns[Amount]"/>
            </externalMetadataColumns></output></outputs></component>
            <component refId="Package\{{path}}\Reckon" componentClassID="Microsoft.DerivedColumn" name="Reckon">
            <inputs><input refId="Package\{{path}}\Reckon.Inputs[In]" name="In"><inputColumns>
            <inputColumn refId="Package\{{path}}\Reckon.Inputs[In].Columns[Amount]" cachedName="Amount"
              lineageId="Package\{{path}}\Read.Outputs[Out].Columns[Amount]" cachedDataType="i4"/>
            </inputColumns></input></inputs>
            <outputs><output refId="Package\{{path}}\Reckon.Outputs[Out]" name="Out"
              synchronousInputId="Package\{{path}}\Reckon.Inputs[In]"><outputColumns>
            <outputColumn refId="Package\{{path}}\Reckon.Outputs[Out].Columns[Double]" name="Double" dataType="i4"
              lineageId="Package\{{path}}\Reckon.Outputs[Out].Columns[Double]"><properties>
            <property name="FriendlyExpression">Amount * 2</property></properties></outputColumn>
            </outputColumns></output></outputs></component>
            <component refId="Package\{{path}}\Write" componentClassID="Microsoft.FlatFileDestination" name="Write">
            <properties><property name="Overwrite">true</property></properties>
            <connections><connection refId="Package\{{path}}\Write.Connections[FlatFileConnection]"
              connectionManagerID="{{{to}}}" connectionManagerRefId="Package.ConnectionManagers[{{to}}]"
              name="FlatFileConnection"/></connections>
            <inputs><input refId="Package\{{path}}\Write.Inputs[In]" name="In"><inputColumns>
            <inputColumn refId="Package\{{path}}\Write.Inputs[In].Columns[Double]" cachedName="Double"
              lineageId="Package\{{path}}\Reckon.Outputs[Out].Columns[Double]" cachedDataType="i4"
              externalMetadataColumnId="Package\{{path}}\Write.Inputs[In].ExternalColumns[Double]"/></inputColumns>
            <externalMetadataColumns><externalMetadataColumn name="Double" dataType="i4"
              refId="Package\{{path}}\Write.Inputs[In].ExternalColumns[Double]"/>
            </externalMetadataColumns></input></inputs></component>
            </components><paths>
            <path refId="Package\{{path}}.Paths[P]" name="P" startId="Package\{{path}}\Read.Outputs[Out]"
              endId="Package\{{path}}\Reckon.Inputs[In]"/>
            <path refId="Package\{{path}}.Paths[Q]" name="Q" startId="Package\{{path}}\Reckon.Outputs[Out]"
              endId="Package\{{path}}\Write.Inputs[In]"/></paths></pipeline>
            """);
}
